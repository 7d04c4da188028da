"""Where agents think: processes of their own here, and servers on other machines."""
