"""Smith, Risk Awareness in Poker Planning Agents (Stuttgart 2023): plans of no-limit hold'em."""
