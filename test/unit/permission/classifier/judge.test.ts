import { expect, it, test } from 'vitest';
import { judge, type StageTimeouts } from '#main/permission/classifier/judge.ts';
import type { AskModel, ClassifierQuestion, ModelQuestion } from '#main/permission/classifier/question.ts';

const question: ClassifierQuestion = {
  toolName: 'Bash',
  action: 'npm test',
  cwd: '/p',
  projectDir: '/p',
  workingDirectories: ['/p'],
  effects: [],
  risk: 'execute',
  isDestructive: false,
  openBecause: 'needs approval',
  earlier: [],
  instructions: [],
};
const longTimeouts: StageTimeouts = { fast: 600_000, thinking: 600_000 };

async function judged(askModel: AskModel, { signal = new AbortController().signal, timeouts = longTimeouts, action = 'npm test' } = {}) {
  const stages: ModelQuestion['stage'][] = [];
  const judgement = await judge(
    { ...question, action },
    {
      askModel: (asked, itsSignal) => {
        stages.push(asked.stage);
        return askModel(asked, itsSignal);
      },
      timeouts,
      signal,
    },
  );
  return { ...judgement, stages };
}

const answering =
  (fast: string, thinking = ''): AskModel =>
  ({ stage }) =>
    Promise.resolve(stage === 'fast' ? fast : thinking);
const thought = (line: string) => `<reasoning>hm</reasoning>\n${line}`;

it.each<[string, AskModel, string, ModelQuestion['stage'][], string[]]>([
  ['a fast approval', answering('allow: tests'), 'allow', ['fast'], ['allow']],
  ['a fast block', answering('block: bad'), 'block', ['fast'], ['deny']],
  ['an approval after thinking', answering('unsure: what?', thought('allow: fine')), 'allow', ['fast', 'thinking'], ['pass', 'allow']],
  ['a block after thinking', answering('unsure', thought('block: no')), 'block', ['fast', 'thinking'], ['pass', 'deny']],
  ['unsure twice', answering('unsure', thought('unsure: who knows')), 'unsure', ['fast', 'thinking'], ['pass', 'ask']],
  ['a malformed first answer', answering('Sure! allow', thought('allow')), 'unsure', ['fast'], ['ask']],
  ['nonsense after thinking', answering('unsure', 'allow'), 'unsure', ['fast', 'thinking'], ['pass', 'ask']],
  ['nothing', answering(''), 'unsure', ['fast'], ['ask']],
  ['a failed request', () => Promise.reject(new Error('529 overloaded')), 'unsure', ['fast'], ['ask']],
  [
    'a request that throws at once',
    () => {
      throw new Error('no client');
    },
    'unsure',
    ['fast'],
    ['ask'],
  ],
])('%s', async (_name, askModel, verdict, stages, outcomes) => {
  const judgement = await judged(askModel);
  expect(judgement).toMatchObject({ verdict, stages });
  expect(judgement.trace.map(({ layer, outcome }) => [layer, outcome])).toEqual(outcomes.map((outcome) => ['classifier', outcome]));
  expect(judgement.reason).not.toBe('');
});

test('records each stage and its reason in the trace', async () => {
  const { trace } = await judged(answering('unsure: what is x', thought('block: x sends data')));
  expect(trace.map(({ detail }) => detail)).toEqual(['Fast check: unsure: what is x', 'Thorough check: block: x sends data']);
});

const never: AskModel = () => new Promise(() => undefined);

test('a model that never answers gives no approval, whether or not it heeds the signal', async () => {
  expect(await judged(never, { timeouts: { fast: 1, thinking: 1 } })).toMatchObject({
    verdict: 'unsure',
    reason: expect.stringContaining('too long'),
  });
});

test('an abort during the request gives no approval', async () => {
  const controller = new AbortController();
  const waiting = judged(never, { signal: controller.signal });
  controller.abort();
  expect(await waiting).toMatchObject({ verdict: 'unsure', reason: expect.stringContaining('stopped') });
});

test('an approval that arrives with the abort is ignored', async () => {
  const controller = new AbortController();
  const { verdict } = await judged(
    () => {
      controller.abort();
      return Promise.resolve('allow: late');
    },
    { signal: controller.signal },
  );
  expect(verdict).toBe('unsure');
});

test('makes no request for what does not fit', async () => {
  expect(await judged(answering('allow'), { action: 'x'.repeat(50_000) })).toMatchObject({ verdict: 'unsure', stages: [] });
});
