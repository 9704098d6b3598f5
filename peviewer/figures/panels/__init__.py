"""Parts of Figures that panes share: axes, ranges of colours, marks of the shift, the table."""
