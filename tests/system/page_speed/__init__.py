"""How smooth the page is: long tasks up to the first move and in a deal, frames of motions."""
