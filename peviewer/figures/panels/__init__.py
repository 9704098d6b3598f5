"""Parts of Figures that several panes share: axes, ranges of colours, marks of the shift, the table as numbers."""
