"""Charts as SVG: of the arena's report, of a review as a page, and of what bench/ measures."""
