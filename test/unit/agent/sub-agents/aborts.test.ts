import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AgentAborts } from '#main/agent/sub-agents/running-agent.ts';

interface Planted {
  /** An index of an earlier agent; -1: the main agent. */
  readonly parent: number;
  readonly background: boolean;
}

const trees = fc
  .array(fc.record({ parent: fc.nat(), background: fc.boolean() }), { minLength: 1, maxLength: 30 })
  .map((plan) => plan.map(({ parent, background }, index): Planted => ({ parent: (parent % (index + 1)) - 1, background })));
const acts = fc.array(fc.record({ on: fc.nat(), kind: fc.constantFrom('stop', 'end') }), { maxLength: 10 });

/** Connected as `SubAgents` does: to its parent's call, or in the background to the parent's background signal. */
function plant(tree: readonly Planted[], turn: AbortSignal, session: AbortSignal): AgentAborts[] {
  const planted: AgentAborts[] = [];
  for (const { parent, background } of tree) {
    const above = planted[parent];
    planted.push(new AgentAborts(background ? (above?.background ?? session) : (above?.controller.signal ?? turn)));
  }
  return planted;
}

it('stopping an agent stops its descendants only; ending one stops only those it left in the background', () => {
  fc.assert(
    fc.property(trees, acts, (tree, todo) => {
      const [turn, session] = [new AbortController(), new AbortController()];
      const agents = plant(tree, turn.signal, session.signal);
      const expected = tree.map(() => false);
      const ended = tree.map(() => false);
      /** All descendants, down to detached ones. */
      const takeAlong = (index: number): void => {
        tree.forEach(({ parent }, child) => {
          if (parent !== index || ended[child]) return;
          expected[child] = true;
          takeAlong(child);
        });
      };
      for (const { on, kind } of todo) {
        const index = on % tree.length;
        // Foreground agents end before their parent.
        if (kind === 'end' && tree.some(({ parent, background }, child) => parent === index && !background && !ended[child])) continue;
        if (ended[index]) continue;
        if (kind === 'stop') {
          agents[index]?.stop({ type: 'interrupt' });
          expected[index] = true;
        } else {
          agents[index]?.end();
          ended[index] = true;
        }
        takeAlong(index);
      }
      expect(agents.map(({ controller }) => controller.signal.aborted)).toEqual(expected);
      expect([turn.signal.aborted, session.signal.aborted]).toEqual([false, false]);
    }),
  );
});

it('the end of a turn stops foreground agents, the end of the session background agents', () => {
  fc.assert(
    fc.property(trees, fc.boolean(), (tree, ofSession) => {
      const [turn, session] = [new AbortController(), new AbortController()];
      const agents = plant(tree, turn.signal, session.signal);
      (ofSession ? session : turn).abort({ type: 'interrupt' });
      const top = (index: number): Planted | undefined => {
        const own = tree[index];
        return own && own.parent >= 0 ? top(own.parent) : own;
      };
      expect(agents.map(({ controller }) => controller.signal.aborted)).toEqual(
        tree.map((_, index) => top(index)?.background === ofSession),
      );
    }),
  );
});
