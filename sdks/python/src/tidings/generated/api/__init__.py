"""A module for each tag of the API, with a function for each operation."""
