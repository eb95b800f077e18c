"""A run's findings for people: sections of tables and plots, as Markdown and as a page."""
