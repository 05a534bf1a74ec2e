import { describe, expect, it } from 'vitest';
import type { NewAuditRecord } from '#main/audit/audit-record.ts';
import { SessionAudit } from '#main/audit/session-audit.ts';
import type { Decision } from '#shared/permission/decision.ts';
import type { AskAnswer } from '#shared/session/ask.ts';
import { quiet } from '#test/support/manual-runner.ts';
import { GateFixture } from './gate-fixture.ts';
import { decisionTo } from './scripted-engine.ts';

const ANSWERS: readonly AskAnswer[] = [
  { type: 'allow_once' },
  { type: 'allow_edited', input: { text: 'hi' } },
  { type: 'allow_edited', input: { text: 'other' } },
  { type: 'allow_always', rules: ['Echo'], destination: 'local' },
  { type: 'allow_unseen' },
  { type: 'set_mode', mode: 'acceptEdits' },
  { type: 'add_directories', directories: ['/data'], destination: 'session' },
  { type: 'deny' },
  { type: 'deny', message: 'Not this one.', onlyThis: true },
];

/** What is decided about the call once its question was put. */
const BY_THEN: Readonly<Record<string, Partial<Decision>>> = {
  'would still ask': { behavior: 'ask' },
  'would be allowed by the mode': { behavior: 'allow', reason: 'mode' },
  'would be allowed by a rule': { behavior: 'allow', reason: 'rule' },
  'only reads': { behavior: 'allow', reason: 'readOnly' },
};

const cases = ANSWERS.flatMap((answer) =>
  Object.entries(BY_THEN).flatMap(([what, byThen]) =>
    (['execute', 'destructive'] as const).flatMap((risk) =>
      (['at its turn', 'before its turn', 'as its turn comes'] as const).map((when) => ({ answer, what, byThen, risk, when })),
    ),
  ),
).filter(
  ({ answer, byThen, risk, when }) =>
    // Saving a grave request’s input unchanged doesn’t allow it.
    !(answer.type === 'allow_edited' && answer.input['text'] === 'hi' && risk === 'destructive') &&
    // What destroys nothing isn’t asked about any more once it is allowed.
    !(when === 'as its turn comes' && risk === 'execute' && byThen.behavior === 'allow'),
);

describe('a call that a person answered was decided by them, also in the audit log', () => {
  it.each(cases)('$answer.type $when, for a call ($risk) that $what by then', async ({ answer, byThen, risk, when }) => {
    const fixture = new GateFixture({ decide: () => decisionTo('ask', { risk }) });
    const changeRules = () => (fixture.engine.decideNow = () => decisionTo('ask', { risk, ...byThen }));
    const ahead = when === 'at its turn' ? undefined : await fixture.askAhead();
    const atItsTurn = ahead ? undefined : fixture.decide();
    await quiet();
    const [ask] = fixture.queue.pending();
    if (!ask) throw new Error('Nothing was asked.');
    if (when === 'before its turn') fixture.answer(ask, answer);
    changeRules();
    const deciding = atItsTurn ?? fixture.decide(undefined, undefined, { ahead });
    await quiet();
    if (when !== 'before its turn') fixture.answer(ask, answer);
    const first = await deciding;
    const edited = first.behavior === 'edited' ? fixture.decide({ ...first.input }, 'c1', { editedFrom: first.decision }) : undefined;
    await quiet();
    const again = fixture.queue.pending()[0];
    if (again) fixture.answer(again, { type: 'allow_once' });
    const behavior = answer.type === 'deny' ? 'deny' : 'allow';
    expect((await edited) ?? first).toMatchObject({ behavior, decision: { reason: 'user' } });
    expect(recorded(fixture).at(-1)).toMatchObject({ outcome: behavior, by: 'person' });
  });
});

it('what a person replaced doesn’t run when the mode has come to allow it', async () => {
  const fixture = new GateFixture();
  const ahead = await fixture.askAhead();
  fixture.answer(ahead.question.ask, { type: 'allow_edited', input: { text: 'other' } });
  fixture.engine.decideNow = () => decisionTo('allow', { reason: 'mode', effects: ['deletes more'] });
  expect(await fixture.decide(undefined, undefined, { ahead })).toMatchObject({ behavior: 'edited', input: { text: 'other' } });
});

it('the mode decided a call that does something else than what a person allowed, also in the audit log', async () => {
  const fixture = new GateFixture();
  const ahead = await fixture.askAhead();
  fixture.answer(ahead.question.ask, { type: 'allow_once' });
  fixture.engine.decideNow = () => decisionTo('allow', { reason: 'mode', effects: ['reads a'] });
  expect(await fixture.decide(undefined, undefined, { ahead })).toMatchObject({ behavior: 'allow', decision: { reason: 'mode' } });
  expect(recorded(fixture).at(-1)).toMatchObject({ outcome: 'allow', by: 'mode' });
});

function recorded(fixture: GateFixture): readonly NewAuditRecord[] {
  const records: NewAuditRecord[] = [];
  const audit = new SessionAudit({ write: (record) => void records.push(record) }, []);
  for (const [index, event] of fixture.events.entries()) audit.before({ ...event, id: `e${index}`, seq: index + 1, at: 0 });
  return records;
}
