"""Where the card room's agents decide: worker processes here and servers on other machines."""
