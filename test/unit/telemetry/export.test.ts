import { describe, expect, it } from 'vitest';
import { byPrompt } from '../../support/by-prompt.ts';
import { text, toolUse } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { OtlpCollector, type CollectedSpan } from '../../support/servers/otlp-collector.ts';
import { CliFixture } from '../cli/run-cli.ts';

const SECRET = 'hunter2-the-password';

const telemetry = (endpoint: string, more: Readonly<Record<string, string>> = {}) => ({
  CLAUDE_CODE_ENABLE_TELEMETRY: '1',
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_METRICS_EXPORTER: 'otlp',
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  ...more,
});
const access = (server: MessagesServer) => ({ ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' });

describe('gatehouse run with telemetry', () => {
  it('exports a trace per turn: requests, calls with steps, sub-agents, and cost', async () => {
    await using collector = new OtlpCollector();
    const endpoint = await collector.start();
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Please',
          {
            blocks: [
              toolUse('r1', 'Read', { file_path: `${SECRET}.txt` }),
              toolUse('a1', 'Agent', { description: SECRET, prompt: 'Look around.' }),
            ],
          },
          { blocks: [toolUse('x1', 'Bash', { command: `echo ${SECRET}; exit 3` })] },
          { blocks: [text('Done.')] },
        ],
        ['Look around', { blocks: [toolUse('g1', 'Glob', { pattern: '*' })] }, { blocks: [text('Nothing.')] }],
      ),
    );
    using cli = new CliFixture({ [`${SECRET}.txt`]: 'x\n' });
    const args = ['run', '--project', cli.projectDir, '--prompt', 'Please.', '--model', 'claude-haiku-4-5', '--allowed-tools', 'Bash'];
    const env = telemetry(endpoint, { OTEL_EXPORTER_OTLP_HEADERS: 'x-team=tools', OTEL_SERVICE_NAME: 'my-agents' });
    const { code, stderr } = await cli.run(args, { ...access(server), ...env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });

    const { spans } = collector;
    const tree = (parentId: string): unknown[] =>
      spans.filter((span) => span.parentId === parentId).map(({ name, spanId }) => [name, ...tree(spanId)]);
    const steps = (...names: string[]): unknown[] => names.map((name) => [name]);
    const whole = steps('lookup', 'abort check', 'schema', 'validate', 'observe', 'permission', 'call', 'result');
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(tree('')).toHaveLength(1);
    const inTurn = spans.filter(({ parentId }) => parentId === only(spans, 'invoke_agent').spanId);
    expect(inTurn.map(({ name }) => name).toSorted()).toEqual([
      'chat claude-haiku-4-5',
      'chat claude-haiku-4-5',
      'chat claude-haiku-4-5',
      'execute_tool Agent',
      'execute_tool Bash',
      'execute_tool Read',
    ]);
    const read = only(spans, 'execute_tool Read');
    expect(new Set(tree(read.spanId).map(String))).toEqual(new Set(whole.map(String)));
    expect(read).toMatchObject({
      isError: false,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.call.id': 'r1',
        'gatehouse.call.outcome': 'done',
        'gatehouse.permission.decision': 'allow',
      },
    });
    const agent = only(spans, 'invoke_agent general-purpose');
    expect(agent.parentId).toBe(only(spans, 'execute_tool Agent').spanId);
    expect(only(spans, 'execute_tool Glob').parentId).toBe(agent.spanId);
    for (const span of spans) expect(span.endNs >= span.startNs, span.name).toBe(true);

    const bash = only(spans, 'execute_tool Bash');
    expect(bash).toMatchObject({ isError: true, attributes: { 'process.exit.code': 3, 'gatehouse.call.outcome': 'failed' } });
    expect(collector.resource).toMatchObject({ 'service.name': 'my-agents' });
    expect(collector.headers.every((headers) => headers['x-team'] === 'tools')).toBe(true);
    expect(
      JSON.stringify([spans, collector.points, collector.resource], (_, value: unknown) => (typeof value === 'bigint' ? 0 : value)),
    ).not.toContain(SECRET);

    const tokens = collector.points.filter(({ metric }) => metric === 'gatehouse.token.usage');
    const asked = spans.filter(({ name }) => name.startsWith('chat '));
    const sumOf = (type: string): number =>
      tokens.filter(({ attributes }) => attributes['type'] === type).reduce((sum, { value }) => sum + value, 0);
    const reported = asked.reduce((sum, { attributes }) => sum + Number(attributes['gen_ai.usage.output_tokens']), 0);
    expect(sumOf('output')).toBe(reported);
    expect(reported).toBeGreaterThan(0);
    const cost = collector.points.filter(({ metric }) => metric === 'gatehouse.cost.usage').reduce((sum, { value }) => sum + value, 0);
    expect(cost).toBeGreaterThan(0);
  });

  it('reports an unreachable collector once and works normally', async () => {
    await using server = await MessagesServer.start({ blocks: [text('Done.')] });
    using cli = new CliFixture();
    // The discard port, where nothing listens.
    const env = telemetry('http://127.0.0.1:9', { OTEL_EXPORTER_OTLP_TIMEOUT: '500' });
    const { code, stdout, stderr } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go'], { ...access(server), ...env });
    expect(code).toBe(0);
    expect(stdout).toContain('Done.');
    expect(stderr).toMatch(/^gatehouse: Telemetry can’t be exported \(.*ECONNREFUSED.*\)\. Look whether the collector runs[^\n]*\n$/u);
  });

  it('doesn’t wait for a collector that never answers, and exits normally', async () => {
    await using collector = new OtlpCollector();
    collector.answers = false;
    const env = telemetry(await collector.start(), { CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS: '100', OTEL_EXPORTER_OTLP_TIMEOUT: '600000' });
    await using server = await MessagesServer.start({ blocks: [toolUse('t1', 'Bash', { command: 'true' })] });
    using cli = new CliFixture();
    const args = ['run', '--project', cli.projectDir, '--prompt', 'go', '--max-turns', '1'];
    const { code, stderr } = await cli.run(args, { ...access(server), ...env });
    expect(code).toBe(1);
    expect(stderr).toContain('Telemetry can’t be exported (no answer within 100 ms)');
  });

  it.each([
    ['OTEL_TRACES_EXPORTER', 'OTEL_METRICS_EXPORTER'],
    ['OTEL_METRICS_EXPORTER', 'OTEL_TRACES_EXPORTER'],
  ])('reports why the collector rejects %s', async (_, other) => {
    await using collector = new OtlpCollector();
    collector.status = 401;
    const env = telemetry(await collector.start(), { [other]: 'none' });
    await using server = await MessagesServer.start({ blocks: [text('Done.')] });
    using cli = new CliFixture();
    const { code, stderr } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go'], { ...access(server), ...env });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^gatehouse: Telemetry can’t be exported \(.*Unauthorized.*\)\.[^\n]*OTEL_EXPORTER_OTLP_HEADERS[^\n]*\n$/u);
  });

  it('hides its endpoint from the commands it runs', async () => {
    await using collector = new OtlpCollector();
    const env = telemetry(await collector.start(), { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=sekret' });
    const call = toolUse('e1', 'Bash', { command: 'env' });
    await using server = await MessagesServer.start({ blocks: [call] }, { blocks: [text('Done.')] });
    using cli = new CliFixture();
    const args = ['run', '--project', cli.projectDir, '--prompt', 'go', '--allowed-tools', 'Bash'];
    expect(await cli.run(args, { ...access(server), ...env })).toMatchObject({ code: 0 });
    const reported = JSON.stringify(server.requests[1]?.body.messages);
    expect(reported).toContain('GIT_PAGER=cat');
    expect(reported).not.toMatch(/OTEL_|sekret/u);
  });

  it('reports unsupported options', async () => {
    await using server = await MessagesServer.start({ blocks: [text('Done.')] });
    using cli = new CliFixture();
    const env = telemetry('http://127.0.0.1:9', { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_METRICS_EXPORTER: 'prometheus' });
    const { code, stderr } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go'], { ...access(server), ...env });
    expect(code).toBe(0);
    expect(stderr).toContain('OTEL_EXPORTER_OTLP_PROTOCOL=grpc');
    expect(stderr).toContain('OTEL_METRICS_EXPORTER=prometheus');
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });

  it('ignores a project’s settings', async () => {
    await using collector = new OtlpCollector();
    const env = telemetry(await collector.start());
    await using server = await MessagesServer.start({ blocks: [text('Done.')] });
    using cli = new CliFixture({ '.claude/settings.json': JSON.stringify({ env }) });
    const args = ['run', '--project', cli.projectDir, '--trust', '--prompt', 'go'];
    expect(await cli.run(args, access(server))).toMatchObject({ code: 0 });
    expect(collector.headers).toEqual([]);
  });
});

function only(spans: readonly CollectedSpan[], name: string): CollectedSpan {
  const [span, ...others] = spans.filter((one) => one.name === name);
  if (!span || others.length > 0) throw new Error(`There are ${others.length + (span ? 1 : 0)} spans ${name}.`);
  return span;
}
