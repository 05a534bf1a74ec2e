import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, it } from 'vitest';
import { SessionSpans } from '#main/telemetry/session-spans.ts';
import { ReportedNames } from '#main/telemetry/reported-names.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';

/** Spans of the events, which are one millisecond apart. */
function spansOf(events: readonly NewSessionEvent[], { reportsNames = false, ends = true } = {}) {
  const exporter = new InMemorySpanExporter();
  const tracer = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }).getTracer('t');
  const names = new ReportedNames(reportsNames, ['Read', 'Agent'], ['Explore']);
  const spans = new SessionSpans(tracer, { sessionId: 's', provider: 'scripted', names });
  for (const [index, event] of events.entries()) {
    const stored: SessionEvent = { id: String(index), seq: index + 1, at: 1_800_000_000_000 + index, ...event };
    spans.apply(stored);
  }
  if (ends) spans.end();
  const found = exporter.getFinishedSpans();
  const nameOf = (id: string | undefined): string | undefined => found.find((span) => span.spanContext().spanId === id)?.name;
  return found.map(({ name, parentSpanContext, attributes, events: moments }) => ({
    name,
    parent: nameOf(parentSpanContext?.spanId),
    attributes,
    moments: moments.map((moment) => moment.name),
  }));
}

const view = { kind: 'other', title: 't', summary: '' } as const;
const started: NewSessionEvent = { type: 'turn.started', data: { turnId: 't' } };
const queued = (callId: string, toolName: string, agentId?: string): NewSessionEvent => ({
  type: 'call.queued',
  data: { callId, messageId: 'm', requestId: 'q', toolName, view, parallel: false },
  ...(agentId !== undefined && { agentId }),
});
const agentStarted = (agentId: string, parentCallId: string, agentType: string): NewSessionEvent => ({
  type: 'agent.started',
  agentId,
  data: { parentCallId, agentType, description: 'd', model: 'm', depth: 1, background: true },
});

it('ends open spans when the session is closed', () => {
  const events = [started, queued('c1', 'Read'), agentStarted('a', 'c1', 'Explore')];
  expect(spansOf(events, { ends: false })).toEqual([]);
  expect(spansOf(events).map(({ name, parent }) => [name, parent])).toEqual([
    ['execute_tool Read', 'invoke_agent'],
    ['invoke_agent Explore', 'execute_tool Read'],
    ['invoke_agent', undefined],
  ]);
});

it.each([
  { reportsNames: false, tools: ['mcp_tool', 'custom', 'Read'], agents: ['custom', 'Explore'] },
  { reportsNames: true, tools: ['mcp__acme__pay', 'rm -rf', 'Read'], agents: ['acme-lawyer', 'Explore'] },
])('reports custom names only when OTEL_LOG_TOOL_DETAILS is set: $reportsNames', ({ reportsNames, tools, agents }) => {
  const calls = ['mcp__acme__pay', 'rm -rf', 'Read'].map((name, index) => queued(`c${index}`, name));
  const spans = spansOf([started, ...calls, agentStarted('a', 'c0', 'acme-lawyer'), agentStarted('b', 'c0', 'Explore')], { reportsNames });
  expect(spans.flatMap(({ attributes }) => attributes['gen_ai.tool.name'] ?? [])).toEqual(tools);
  expect(spans.flatMap(({ attributes }) => attributes['gen_ai.agent.name'] ?? [])).toEqual(agents);
});

it('assigns a background agent to the call that started it, even long after, and to the turn that resumes it', () => {
  const finished = (callId: string): NewSessionEvent => ({
    type: 'call.finished',
    data: { callId, outcome: 'done', isError: false, content: 'x', view, spans: [] },
  });
  const ended: NewSessionEvent = { type: 'agent.ended', agentId: 'a', data: { outcome: 'completed', totalTokens: 1, toolUses: 1 } };
  const events: NewSessionEvent[] = [
    started,
    queued('c1', 'Agent'),
    agentStarted('a', 'c1', 'Explore'),
    finished('c1'),
    queued('c2', 'Read', 'a'),
    finished('c2'),
    ended,
    { type: 'agent.resumed', agentId: 'a', data: { background: true } },
    queued('c3', 'Read', 'a'),
  ];
  expect(spansOf(events).map(({ name, parent }) => [name, parent])).toEqual([
    ['execute_tool Agent', 'invoke_agent'],
    ['execute_tool Read', 'invoke_agent Explore'],
    ['invoke_agent Explore', 'execute_tool Agent'],
    ['execute_tool Read', 'invoke_agent'],
    ['invoke_agent', 'invoke_agent'],
    ['invoke_agent', undefined],
  ]);
});

it('records an ask as an event of its call: who answered, and how', () => {
  const events: NewSessionEvent[] = [
    started,
    queued('c1', 'Read'),
    { type: 'call.answered', data: { askId: 'k', callId: 'c1', answer: { type: 'deny', message: 'my secret reason' }, by: 'person' } },
  ];
  const [call] = spansOf(events);
  expect(call?.moments).toEqual(['gatehouse.permission.answered']);
  expect(JSON.stringify(spansOf(events))).not.toContain('secret');
});
