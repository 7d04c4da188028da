"""A worker process, in which agents decide, one request at a time."""

from collections import OrderedDict, defaultdict
from dataclasses import dataclass

from fivebet.agents.hosting.failures import Failures
from fivebet.agents.hosting.guard import ask_policy, decide, dismiss, show_end
from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.policies import holding_index
from fivebet.errors import FivebetError
from fivebet.game import Agent, PolicyAgent, View
from fivebet.game.agent import Policy
from fivebet.store.hands import reasons_text
from fivebet.web.processes import ParentConnection

_MOST_AGENTS = 256
_MOST_LISTED = 12  # actions of a policy, before the others are added up by kind


@dataclass(frozen=True, slots=True)
class AgentRequest:
    """Asks an agent what to do, or shows it the end of a hand.

    Without a view it asks only whether the agent can be made.
    """

    key: str
    """The same for the same seat, so that an agent that remembers is found again."""
    agent: str
    seed: int
    view: View | None = None
    over: bool = False
    with_probabilities: bool = False
    """Whether the agent's probabilities are wanted too."""


@dataclass(frozen=True, slots=True)
class ActionProbability:
    """How likely an agent takes an action with the cards that it holds."""

    action: str
    to: int
    probability: float


@dataclass(frozen=True, slots=True)
class AgentResponse:
    """An agent's action with its reasons, or the default action if the agent failed."""

    action: str
    to: int
    reasons: str
    """A JSON text, or empty."""
    failure: str = ""
    """What went wrong; unless `seen_by_house`, in the agent's words, which may name its cards."""
    probabilities: tuple[ActionProbability, ...] = ()
    seen_by_house: bool = False


def run_worker(parent: ParentConnection) -> None:
    """Answer requests until the card room ends this process."""
    agents: OrderedDict[str, Agent] = OrderedDict()
    while True:
        parent.send(_respond(parent.receive(), agents))


def _respond(request: AgentRequest, agents: OrderedDict[str, Agent]) -> AgentResponse:
    view = request.view
    try:
        agent = _find_or_make_agent(request, agents)
    except FivebetError as error:
        can_check = view is None or view.over or not view.legal.call
        return AgentResponse("check" if can_check else "fold", 0, "", str(error))
    if view is None:
        return AgentResponse("check", 0, "")
    failures = Failures()
    if request.over:
        show_end(agent, view, failures)
        return AgentResponse("", 0, "", failures.first)
    decision = decide(agent, view, failures)
    policy: Policy | None = None
    if request.with_probabilities and isinstance(agent, PolicyAgent):
        policy = ask_policy(agent, view, Failures())  # what it fails to say takes no action back
    probabilities = _action_probabilities(policy, view) if policy else ()
    action, reasons = decision.action, reasons_text(decision.reasons)
    return AgentResponse(action.kind, action.to, reasons, failures.first, probabilities)


def _find_or_make_agent(request: AgentRequest, agents: OrderedDict[str, Agent]) -> Agent:
    key = request.key
    if key not in agents:
        agents[key] = make_agent(request.agent, seed=request.seed, explain=True)
        if len(agents) > _MOST_AGENTS:
            dismiss(agents.popitem(last=False)[1])
    agents.move_to_end(key)
    return agents[key]


def _action_probabilities(policy: Policy, view: View) -> tuple[ActionProbability, ...]:
    """Return the likeliest actions one by one, and the others added up by kind."""
    holding = holding_index(view.cards)
    chances = [(action, float(row[holding])) for action, row in policy.items()]
    likeliest = sorted((each for each in chances if each[1] > 0), key=lambda each: -each[1])
    others: defaultdict[str, float] = defaultdict(float)
    for action, probability in likeliest[_MOST_LISTED:]:
        others[action.kind] += probability
    return (
        *(ActionProbability(a.kind, a.to, chance) for a, chance in likeliest[:_MOST_LISTED]),
        *(ActionProbability(kind, 0, chance) for kind, chance in others.items()),
    )
