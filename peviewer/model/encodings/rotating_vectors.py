"""What a model does with a rotary scheme: its cache of cosines and sines, and turned vectors."""

from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from peviewer.base.arrays import finite_array
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.scheme import Array
from peviewer.model.encodings.turning import Rotating
from peviewer.model.turning.pairs import exact_phasors


class RotatesVectors(Rotating):
    """A scheme that turns queries and keys alike."""

    names_for_users: ClassVar[tuple[str, ...]] = ("cos_sin", "rotate")

    def cos_sin(self, positions: ArrayLike | None = None) -> tuple[Array, Array]:
        """Return the cosines and the sines that turn queries and keys, as a model caches them.

        Parameters
        ----------
        positions : array_like, shape (…), optional
            Any real positions; by default first … first + L − 1.

        Returns
        -------
        cosines, sines : ndarray, shape (…, R)
            Times the attention factor. R is the number of turned columns of a head: all D, or the
            share that turns. A column has the angle of its pair.

        Examples
        --------
        >>> from peviewer import Rope
        >>> cosines, sines = Rope(dim=4, length=3, layout="interleaved").cos_sin()
        >>> cosines.shape, sines[1].round(4)
        ((3, 4), array([0.8415, 0.8415, 0.01  , 0.01  ]))
        """
        if positions is None:
            positions = self.places()
        places = finite_array("positions", positions)
        waves = exact_phasors(
            places.reshape(-1), self.frequencies(), self.frequency_rounding_errors()
        )
        order = self.columns
        width = len(order.pairs)
        cosines = np.full((places.size, width), self.still_factor)
        sines = np.zeros((places.size, width))
        for columns_of_pairs in (order.sines, order.cosines):
            cosines[:, columns_of_pairs] = self.attention_factor * waves.real
            sines[:, columns_of_pairs] = self.attention_factor * waves.imag
        shape = (*places.shape, width)
        return cosines.reshape(shape), sines.reshape(shape)

    def rotate(self, vectors: ArrayLike, positions: ArrayLike | None = None) -> Array:
        """Return queries or keys, turned to their positions.

        Parameters
        ----------
        vectors : array_like, shape (…, D)
            Queries or keys of one head.
        positions : array_like, optional
            Any real positions, of a shape that fits (…); by default first, first + 1, … along the
            last axis but one.

        Returns
        -------
        ndarray, shape (…, D)
            The products q·k of two results depend on the lag alone.

        Raises
        ------
        ValueError
            If `vectors` have not D columns.

        Examples
        --------
        >>> from peviewer import Rope
        >>> rope = Rope(dim=4, layout="interleaved")
        >>> rope.rotate([1, 2, 3, 4], 3).round(4)
        array([-1.2722, -1.8389,  2.8787,  4.0882])
        """
        unturned = finite_array("vectors", vectors)
        if not unturned.ndim or unturned.shape[-1] != self.dim:
            raise ValueError(
                f"vectors of shape {unturned.shape} are not allowed: the last axis must be "
                f"{self.dim} long, the dimensions of a head"
            )
        if positions is None:
            count = unturned.shape[-2] if unturned.ndim > 1 else 1
            positions = self.places() if self.at else self.first + np.arange(count)
            positions = positions if unturned.ndim > 1 else positions[0]
        cosines, sines = self.cos_sin(positions)
        order = self.columns
        width = len(order.pairs)
        partners = np.zeros((*unturned.shape[:-1], width))
        partners[..., order.sines] = -unturned[..., order.cosines]
        partners[..., order.cosines] = unturned[..., order.sines]
        turned = unturned[..., :width] * cosines + partners * sines
        still = np.broadcast_to(unturned[..., width:], (*turned.shape[:-1], self.dim - width))
        return np.concatenate([turned, still], axis=-1)

    def rotation_code(self, dialect: Dialect) -> list[str]:
        """Return the lines of a function that turns queries and keys by a table's angles."""
        still = f"{self.still_factor!r} * " if self.still_factor != 1 else ""
        rest = [f"{still}vectors[..., 2 * pairs :]"] if self.still_pairs else []
        turned = [
            "first * cosines - second * sines",
            "second * cosines + first * sines",
        ]
        # In p-RoPE the columns of a pair lie half a head apart, though not all pairs turn.
        is_spread = bool(self.columns.cosines[0] - self.columns.sines[0] > self.pairs)
        if self.layout == "interleaved":
            first, second = "0 : 2 * pairs : 2", "1 : 2 * pairs : 2"
            stacked = f"{dialect.module}.stack([{', '.join(turned)}], -1)"
            parts = ["turned.reshape(*vectors.shape[:-1], 2 * pairs)", *rest]
        elif is_spread:
            first, second = ":pairs", "half : half + pairs"
            between = f"{still}vectors[..., pairs:half]"
            behind = f"{still}vectors[..., half + pairs :]"
            parts = [turned[0], between, turned[1], behind]
        else:
            first, second = ":pairs", "pairs : 2 * pairs"
            parts = [*turned, *rest]
        return [
            "def rotate(vectors, table):",
            '    """Return queries or keys of heads, shape (..., length, dim), turned."""',
            "    cosines, sines = table",
            "    pairs = cosines.shape[-1]",
            *(["    half = vectors.shape[-1] // 2"] if is_spread else []),
            f"    first, second = vectors[..., {first}], vectors[..., {second}]",
            *([f"    turned = {stacked}"] if self.layout == "interleaved" else []),
            "    parts = [",
            *(f"        {part}," for part in parts),
            "    ]",
            f"    return {dialect.module}.concatenate(parts, -1)",
        ]
