import * as fc from 'fast-check';
import type { EventBody, NewSessionEvent, SessionEventType } from '#shared/session/event.ts';
import {
  callId,
  requestId,
  messageId,
  askId,
  text,
  mode,
  behavior,
  change,
  usage,
  hookRun,
  view,
  decision,
  ask,
  block,
  terminal,
  span,
} from './event-fields.ts';

/** One for each type; adding a type without one doesn't compile. */
const bodies: { readonly [T in SessionEventType]: fc.Arbitrary<EventBody<T>> } = {
  'session.created': fc.record({
    sessionId: text,
    projectDir: text,
    model: text,
    mode,
    client: fc.constantFrom('anthropic' as const, 'scripted' as const),
  }),
  'session.resumed': fc.record({ pid: fc.nat() }),
  'session.title': fc.record({ title: text }),
  'session.mode': fc.record({ mode, by: fc.constantFrom('user' as const, 'tool' as const) }),
  'session.model': fc.record({ model: text }),
  'session.effort': fc.record({ effort: fc.constantFrom('low' as const, 'max' as const, 'auto' as const) }),
  'session.budget': fc.record({ usd: fc.option(fc.integer({ min: 1, max: 100 })) }),
  'session.rule': fc.record(
    { change, behavior, text: fc.constantFrom('Bash', 'Read'), unseen: fc.constantFrom('/a') },
    { requiredKeys: ['change', 'behavior', 'text'] },
  ),
  'session.directory': fc.record({ change, path: fc.constantFrom('/a', '/b') }),
  'skill.used': fc.record({
    name: text,
    source: fc.constantFrom('user' as const, 'project' as const),
    file: fc.constant('/p/.claude/skills/a/SKILL.md'),
    allow: fc.array(fc.constantFrom('Bash', 'Read'), { maxLength: 2 }),
    deny: fc.array(fc.constantFrom('Bash', 'Read'), { maxLength: 2 }),
  }),
  'session.prompt': fc.record({
    system: text,
    sources: fc.array(fc.record({ path: text, trusted: fc.boolean(), chars: fc.nat() }), { maxLength: 2 }),
  }),
  notice: fc.record({
    level: fc.constantFrom('info' as const, 'error' as const),
    text,
    action: fc.constantFrom('retry' as const, 'none' as const),
  }),
  'message.displayed': fc.record({ messageId, index: fc.nat(3), text, by: text }),
  'turn.started': fc.record({ turnId: text }),
  'turn.ended': fc.record(
    { turnId: text, outcome: fc.constantFrom('completed' as const, 'failed' as const), error: text },
    { requiredKeys: ['turnId', 'outcome'] },
  ),
  'user.message': fc.record({
    messageId,
    content: fc.array(
      fc.oneof(
        fc.record({ type: fc.constant('text' as const), text }),
        fc.record({
          type: fc.constant('image' as const),
          source: fc.record({ type: fc.constant('base64' as const), media_type: text, data: text }),
        }),
      ),
      { maxLength: 3 },
    ),
    origin: fc.constantFrom('prompt' as const, 'queued' as const, 'reminder' as const),
    visibility: fc.constantFrom('both' as const, 'model' as const, 'window' as const),
  }),
  'user.queued': fc.record({ messageId, text }),
  'user.unqueued': fc.record({ messageId }),
  'conversation.compacted': fc.record(
    {
      compactionId: messageId,
      trigger: fc.constantFrom('auto' as const, 'manual' as const),
      instructions: text,
      content: fc.array(fc.record({ type: fc.constant('text' as const), text }), { maxLength: 2 }),
      summary: text,
      keptFrom: messageId,
      tokensBefore: fc.nat(1000),
      tokensAfter: fc.nat(1000),
    },
    { requiredKeys: ['compactionId', 'trigger', 'content', 'summary', 'tokensBefore', 'tokensAfter'] },
  ),
  'conversation.rewound': fc.record({ messageId, contextTokens: fc.nat(1000) }),
  'request.started': fc.record(
    {
      requestId,
      turnId: text,
      attempt: fc.integer({ min: 1, max: 5 }),
      model: text,
      purpose: fc.constant('compaction' as const),
      isScripted: fc.constant(true as const),
    },
    { requiredKeys: ['requestId', 'turnId', 'attempt', 'model'] },
  ),
  'request.retry': fc.record({ requestId, delayMs: fc.nat(), reason: text }),
  'request.ended': fc.record({
    requestId,
    outcome: fc.constantFrom('ok' as const, 'failed' as const, 'discarded' as const),
    stopReason: fc.option(text),
    usage,
  }),
  'classifier.asked': fc.record({ model: text, stage: fc.constantFrom('fast' as const, 'thinking' as const), usage }),
  'tool.asked_model': fc.record({ callId, model: text, usage, searches: fc.nat(8) }),
  'assistant.block': fc.record({ requestId, messageId: requestId, index: fc.nat(5), block }),
  'call.queued': fc.record({ callId, messageId, requestId, toolName: text, view, parallel: fc.boolean() }),
  'call.asked': fc.record({ ask }),
  'call.answered': fc.record({
    askId,
    callId,
    answer: fc.oneof(fc.constant({ type: 'allow_once' as const }), fc.record({ type: fc.constant('withdrawn' as const), why: text })),
    by: fc.constantFrom('person' as const, 'rules' as const),
  }),
  'call.changed': fc.record({
    callId,
    by: fc.constantFrom('person' as const, 'hook' as const, 'tool' as const),
    input: fc.constant({ a: 1 }),
    view,
  }),
  'call.decided': fc.record({ callId, decision, facts: fc.jsonValue({ maxDepth: 1 }), inputDigest: text }),
  'call.started': fc.record({ callId, terminal }, { requiredKeys: ['callId'] }),
  'call.terminal': fc.record({ callId, terminal }),
  'call.finished': fc.record(
    {
      callId,
      outcome: fc.constantFrom('done' as const, 'failed' as const, 'denied' as const, 'cancelled' as const),
      isError: fc.boolean(),
      content: text,
      view,
      spans: fc.array(span, { maxLength: 2 }),
      exitCode: fc.nat(255),
      persistedPath: text,
    },
    { requiredKeys: ['callId', 'outcome', 'isError', 'content', 'view', 'spans'] },
  ),
  'elicitation.asked': fc.record({
    elicitationId: fc.constantFrom('e1', 'e2'),
    callId,
    server: text,
    message: text,
    form: fc.constantFrom(
      { mode: 'url' as const, url: 'https://example.com/' },
      { mode: 'form' as const, fields: [{ kind: 'boolean' as const, name: 'a', title: 'a', description: '', required: true }] },
    ),
  }),
  'elicitation.answered': fc.record({
    elicitationId: fc.constantFrom('e1', 'e2'),
    action: fc.constantFrom('accept' as const, 'decline' as const, 'cancel' as const),
    by: fc.constantFrom('person' as const, 'call' as const),
  }),
  'result.replaced': fc.record({ callId, content: text, persistedPath: text }),
  'agent.started': fc.record(
    {
      parentCallId: callId,
      agentType: text,
      name: text,
      description: text,
      model: text,
      depth: fc.integer({ min: 1, max: 3 }),
      background: fc.boolean(),
    },
    { requiredKeys: ['parentCallId', 'agentType', 'description', 'model', 'depth', 'background'] },
  ),
  'agent.resumed': fc.record({ background: fc.boolean() }),
  'agent.ended': fc.record(
    { outcome: fc.constantFrom('completed' as const, 'failed' as const), error: text, totalTokens: fc.nat(), toolUses: fc.nat() },
    { requiredKeys: ['outcome', 'totalTokens', 'toolUses'] },
  ),
  'hook.started': fc.record({ ...hookRun }),
  'hook.ran': fc.record({
    ...hookRun,
    startedAt: fc.nat(),
    endedAt: fc.nat(),
    outcome: fc.constantFrom('ok' as const, 'blocked' as const, 'lost' as const),
    message: text,
    output: text,
    errors: text,
  }),
  'checkpoint.taken': fc.record({
    checkpointId: text,
    turnId: text,
    messageId: fc.option(text),
    phase: fc.constantFrom('before' as const, 'after' as const),
    tree: text,
    counts: fc.record({ files: fc.nat(), changed: fc.nat(), bytes: fc.nat() }),
    leftOut: fc.record({ total: fc.nat(), items: fc.array(fc.record({ path: text, reason: fc.constant('large' as const) })) }),
  }),
  'files.restored': fc.record({
    checkpointId: text,
    undoId: text,
    restored: fc.nat(),
    paths: fc.array(text),
    failed: fc.array(fc.record({ path: text, why: text })),
  }),
  'files.committed': fc.record({ commit: text, files: fc.nat(), paths: fc.array(text) }),
  'schedule.added': fc.record({
    scheduleId: fc.constantFrom('s1', 's2'),
    kind: fc.constantFrom('cron' as const, 'wakeup' as const),
    cron: text,
    when: text,
    prompt: text,
    recurring: fc.boolean(),
    nextAt: fc.nat(),
  }),
  'schedule.due': fc.record({ scheduleId: fc.constantFrom('s1', 's2'), nextAt: fc.option(fc.nat()) }),
  'schedule.removed': fc.record({ scheduleId: fc.constantFrom('s1', 's2'), by: fc.constantFrom('agent' as const, 'user' as const) }),
  'trigger.saved': fc.record({
    triggerId: fc.constantFrom('g1', 'g2'),
    name: text,
    prompt: text,
    enabled: fc.boolean(),
    webhook: fc.boolean(),
  }),
  'trigger.key': fc.record({ triggerId: fc.constantFrom('g1', 'g2'), digest: text }),
  'trigger.ran': fc.record({
    triggerId: fc.constantFrom('g1', 'g2'),
    runId: text,
    via: fc.constantFrom('webhook' as const, 'agent' as const),
    messageId: text,
  }),
  'trigger.removed': fc.record({ triggerId: fc.constantFrom('g1', 'g2'), by: fc.constantFrom('agent' as const, 'user' as const) }),
  'agent.reported': fc.constant({}),
  'task.started': fc.record({
    taskId: fc.constantFrom('t1', 't2'),
    callId,
    command: text,
    description: text,
    terminal,
    outputFile: text,
    why: fc.constantFrom('asked' as const, 'timeout' as const),
  }),
  'task.printed': fc.record({ taskId: fc.constantFrom('t1', 't2'), lines: fc.array(text, { maxLength: 3 }), dropped: fc.nat(5) }),
  'task.stalled': fc.record({ taskId: fc.constantFrom('t1', 't2'), line: text }),
  'task.continued': fc.record({ taskId: fc.constantFrom('t1', 't2') }),
  'task.ended': fc.record({ taskId: fc.constantFrom('t1', 't2'), outcome: fc.constantFrom('completed' as const, 'lost' as const) }),
  'task.reported': fc.record({ taskId: fc.constantFrom('t1', 't2') }),
  'workflow.started': fc.record({
    runId: fc.constantFrom('w1', 'w2'),
    callId: fc.constantFrom('c1', 'c2'),
    name: text,
    description: text,
    phases: fc.array(text, { maxLength: 3 }),
    scriptFile: text,
    outputFile: text,
  }),
  'workflow.said': fc.record({ runId: fc.constantFrom('w1', 'w2'), kind: fc.constantFrom('phase' as const, 'line' as const), text }),
  'workflow.ended': fc.record({ runId: fc.constantFrom('w1', 'w2'), outcome: fc.constantFrom('completed' as const, 'lost' as const) }),
  'workflow.reported': fc.record({ runId: fc.constantFrom('w1', 'w2') }),
  'team.created': fc.record({ name: text }),
  'team.deleted': fc.record({}),
  'session.worktree': fc.record({ worktree: fc.constantFrom(null, { path: '/w', projectDir: '/w/p', branch: 'b' }) }),
  'task_list.changed': fc.record({
    put: fc.array(
      fc.record({
        id: fc.constantFrom('1', '2'),
        subject: text,
        description: text,
        status: fc.constantFrom('pending' as const, 'completed' as const),
        blockedBy: fc.constantFrom([], ['1']),
      }),
      { maxLength: 2 },
    ),
    deleted: fc.constantFrom([], ['2']),
  }),
  'todos.updated': fc.record({
    todos: fc.array(fc.record({ content: fc.constant('do'), status: fc.constant('pending' as const), activeForm: fc.constant('doing') }), {
      maxLength: 2,
    }),
  }),
};

function eventOf(type: SessionEventType): fc.Arbitrary<NewSessionEvent> {
  const body: fc.Arbitrary<EventBody<SessionEventType>> = bodies[type];
  // The table above pairs each type with its own body.
  return fc
    .tuple(body, fc.constantFrom(undefined, undefined, 'ag1'))
    .map(([data, agentId]) => ({ type, data, ...(agentId !== undefined && { agentId }) }) as NewSessionEvent);
}

/** Any events of a session, in any order. */
export const anyEvents: fc.Arbitrary<NewSessionEvent[]> = fc.array(
  fc.oneof(...(Object.keys(bodies) as SessionEventType[]).map((type) => eventOf(type))),
  { maxLength: 40 },
);
