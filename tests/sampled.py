"""Of a product of parameters, cases that show each value once run fast; the others are slow."""

import random
from collections import defaultdict


def leave_to_the_slow_run(items):
    """Mark as slow what tests of sampled cases leave out; the same cases are drawn every time."""
    products = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sampled"):
            products[item.path, item.parent.name, item.originalname].append(item)
    for cases in products.values():
        kept = sample([case.callspec.params for case in cases], *cases[0].get_closest_marker("sampled").args)
        for number, case in enumerate(cases):
            if number not in kept:
                case.add_marker("slow")


def sample(cases, most=None):
    """Return the numbers of cases that show every value of every parameter once, or of the first ``most`` of them."""
    order = list(range(len(cases)))
    random.Random(len(cases)).shuffle(order)
    shown, kept = set(), []
    for number in order:
        values = {(name, repr(value)) for name, value in cases[number].items()}
        if values - shown:
            kept.append(number)
            shown |= values
    return kept[:most]
