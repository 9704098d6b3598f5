"""Two Figures of one pane made one, whatever they show: beside each other, in one plot, apart, or swiped."""
