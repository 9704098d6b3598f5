"""The formulas of RoPE's frequencies and of the factor on queries and keys."""

from peviewer.base.formula import Formula
from peviewer.model.encodings.rotary.fields import SCALINGS_OF_BASE
from peviewer.model.encodings.rotary.scaling import ScaledRope


def attention_formula(rope: ScaledRope) -> Formula:
    """Return the formula of the factor on queries and keys, g; empty if it is 1."""
    if rope.attention_factor == 1:
        return Formula()
    if rope.attention:
        return Formula(f"g = {rope.attention:.4g}")
    return Formula(
        r"g = \sqrt{1 + \ln f/\ln L_0}" if rope.scaling == "longrope" else r"g = 0.1\,\ln f + 1"
    )


def frequency_formula(rope: ScaledRope) -> Formula:
    """Return ω_i after the scaling as a formula, with the meaning of its letters."""
    # The denominator of 2i in the exponent.
    denominator = "R" if rope.rotated == "part" else "D"
    unscaled = f"b^{{-2i/{denominator}}}"
    pairs = _pairs_formula(rope)
    within = r"\ \mathrm{within}\ 0\,\ldots\,1"
    if rope.scaling == "linear":
        return Formula(rf"\omega_i = {unscaled}/f").joined_with(pairs)
    if rope.scaling == "given":
        return Formula(r"\omega_i\ \mathrm{given}").joined_with(pairs)
    if rope.scaling == "longrope":
        list_name = "long" if rope.length > rope.trained else "short"
        divided = Formula(rf"\omega_i = {unscaled}/f_i")
        return divided.joined_with(rf"f_i\ \mathrm{{of\ the\ {list_name}\ list}}", pairs)
    if rope.scaling in SCALINGS_OF_BASE and rope.exponent_denominator > 2:
        stretch = {
            "ntk": "f",
            "dynamic": r"\mathrm{max}(1,\ f\,L/L_0 - f + 1)",
            "doubling": r"\mathrm{max}(1,\ 2^{\lceil \log_2(L/L_0)\rceil + 1} - 1)",
        }[rope.scaling]
        base = rf"b' = b\,{stretch}^{{{denominator}/({denominator}-2)}}"
        return Formula(rf"\omega_i = b'^{{-2i/{denominator}}}").joined_with(base, pairs)
    if rope.scaling == "yarn":
        low, high = [f"{end:.4g}" for end in rope.ramp_ends]
        ramp = rf"\rho_i = \frac{{i - {low}}}{{{high} - {low}}}{within}"
        return Formula(rf"\omega_i = (1 - \rho_i + \rho_i/f)\,{unscaled}").joined_with(ramp, pairs)
    if rope.blends:
        ramp = rf"\rho_i = \frac{{\beta - L_0\,\theta_i/(2\pi)}}{{\beta - \alpha}}{within}"
        if rope.slow == rope.fast:
            ramp = r"\rho_i = 1\ \mathrm{where}\ L_0\,\theta_i/(2\pi) < \beta,\ \mathrm{else}\ 0"
        blend = Formula(r"\omega_i = (1 - \rho_i + \rho_i/f)\,\theta_i")
        return blend.joined_with(ramp, rf"\theta_i = {unscaled}", pairs)
    return Formula(rf"\omega_i = {unscaled}").joined_with(pairs)


def _pairs_formula(rope: ScaledRope) -> str:
    """Return which pairs turn where not all do; R is the number of dimensions that turn."""
    if rope.rotated == "part":
        return f"R = {rope.exponent_denominator}"
    return f"i < {rope.pairs}" if rope.pairs < rope.dim // 2 else ""
