"""The desk: long work of a card room, which shows how far it is and can be stopped."""
