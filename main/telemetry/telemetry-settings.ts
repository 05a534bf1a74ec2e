import { readVariable, type Environment } from '#main/environment.ts';

/** What is exported, from OpenTelemetry's and Claude Code's variables in the process environment. */
export interface TelemetrySettings {
  readonly traces: boolean;
  readonly metrics: boolean;
  /** Also export names of tools that aren't Gatehouse's own, and of custom agents: `OTEL_LOG_TOOL_DETAILS`. */
  readonly reportsNames: boolean;
  /** Milliseconds between two exports of metrics; default OpenTelemetry's. */
  readonly metricInterval: number | undefined;
  /** Whether OpenTelemetry's own variable sets the temporality of metrics. */
  readonly choosesTemporality: boolean;
  /** Milliseconds that exiting may wait for the last export. */
  readonly closeTimeout: number;
  /** Requested options that are unsupported, a sentence each. */
  readonly problems: readonly string[];
}

type Signal = 'TRACES' | 'METRICS';

const PROTOCOL = 'http/protobuf';

/**
 * `undefined` unless `CLAUDE_CODE_ENABLE_TELEMETRY` is set and `OTEL_TRACES_EXPORTER` or `OTEL_METRICS_EXPORTER` names an exporter. Project
 * settings don't apply: only the user decides what is exported, and where to.
 */
export function readTelemetrySettings(env: Environment): TelemetrySettings | undefined {
  if (!readVariable(env, 'CLAUDE_CODE_ENABLE_TELEMETRY') || readVariable(env, 'OTEL_SDK_DISABLED')) return undefined;
  const problems: string[] = [];
  const traces = wants('TRACES', env, problems);
  const metrics = wants('METRICS', env, problems);
  if (!traces && !metrics && problems.length === 0) return undefined;
  return {
    traces,
    metrics,
    reportsNames: readVariable(env, 'OTEL_LOG_TOOL_DETAILS'),
    metricInterval: readVariable(env, 'OTEL_METRIC_EXPORT_INTERVAL'),
    choosesTemporality: Boolean(readVariable(env, 'OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE')?.trim()),
    closeTimeout: readVariable(env, 'CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS'),
    problems,
  };
}

function wants(signal: Signal, env: Environment, problems: string[]): boolean {
  const variable = `OTEL_${signal}_EXPORTER` as const;
  const exporters = (readVariable(env, variable) ?? '').split(',').map((name) => name.trim());
  const others = exporters.filter((name) => !['', 'none', 'otlp'].includes(name));
  if (others.length > 0) problems.push(`Telemetry isn’t exported by ${variable}=${others.join(',')}: Gatehouse knows otlp alone.`);
  if (!exporters.includes('otlp')) return false;
  const own = `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL` as const;
  const named = readVariable(env, own) ? own : 'OTEL_EXPORTER_OTLP_PROTOCOL';
  const protocol = readVariable(env, named)?.trim() || PROTOCOL;
  if (protocol === PROTOCOL) return hasEndpoint(signal, env, problems);
  problems.push(
    `Telemetry isn’t exported by ${named}=${protocol}: Gatehouse speaks ${PROTOCOL} alone. Set that, and an endpoint for it (its port is mostly 4318).`,
  );
  return false;
}

/** The address isn't repeated in the problem, as it may contain a password. */
function hasEndpoint(signal: Signal, env: Environment, problems: string[]): boolean {
  const own = `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT` as const;
  const named = readVariable(env, own)?.trim() ? own : 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const endpoint = readVariable(env, named)?.trim();
  if (!endpoint || /^https?:$/u.test(URL.parse(endpoint)?.protocol ?? '')) return true;
  const problem = `Telemetry isn’t exported: ${named} isn’t an address such as http://localhost:4318.`;
  if (!problems.includes(problem)) problems.push(problem);
  return false;
}
