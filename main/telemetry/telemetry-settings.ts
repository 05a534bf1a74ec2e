import { isOn } from '#main/tool/env-switch.ts';

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

type Env = Readonly<Record<string, string | undefined>>;
type Signal = 'TRACES' | 'METRICS';

const PROTOCOL = 'http/protobuf';
const CLOSE_TIMEOUT_MS = 2000;
/** A longer timer fires immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * `undefined` unless `CLAUDE_CODE_ENABLE_TELEMETRY` is set and `OTEL_TRACES_EXPORTER` or `OTEL_METRICS_EXPORTER` names an exporter. Project
 * settings don't apply: only the user decides what is exported, and where to.
 */
export function readTelemetrySettings(env: Env): TelemetrySettings | undefined {
  if (!isOn(env['CLAUDE_CODE_ENABLE_TELEMETRY']) || isOn(env['OTEL_SDK_DISABLED'])) return undefined;
  const problems: string[] = [];
  const traces = wants('TRACES', env, problems);
  const metrics = wants('METRICS', env, problems);
  if (!traces && !metrics && problems.length === 0) return undefined;
  return {
    traces,
    metrics,
    reportsNames: isOn(env['OTEL_LOG_TOOL_DETAILS']),
    metricInterval: milliseconds(env['OTEL_METRIC_EXPORT_INTERVAL']),
    choosesTemporality: Boolean(env['OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE']?.trim()),
    closeTimeout: milliseconds(env['CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS']) ?? CLOSE_TIMEOUT_MS,
    problems,
  };
}

function wants(signal: Signal, env: Env, problems: string[]): boolean {
  const variable = `OTEL_${signal}_EXPORTER`;
  const exporters = (env[variable] ?? '').split(',').map((name) => name.trim());
  const others = exporters.filter((name) => !['', 'none', 'otlp'].includes(name));
  if (others.length > 0) problems.push(`Telemetry isn’t exported by ${variable}=${others.join(',')}: Gatehouse knows otlp alone.`);
  if (!exporters.includes('otlp')) return false;
  const own = `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`;
  const named = env[own] ? own : 'OTEL_EXPORTER_OTLP_PROTOCOL';
  const protocol = env[named]?.trim() || PROTOCOL;
  if (protocol === PROTOCOL) return hasEndpoint(signal, env, problems);
  problems.push(
    `Telemetry isn’t exported by ${named}=${protocol}: Gatehouse speaks ${PROTOCOL} alone. Set that, and an endpoint for it (its port is mostly 4318).`,
  );
  return false;
}

/** The address isn't repeated in the problem, as it may contain a password. */
function hasEndpoint(signal: Signal, env: Env, problems: string[]): boolean {
  const own = `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`;
  const named = env[own]?.trim() ? own : 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const endpoint = env[named]?.trim();
  if (!endpoint || /^https?:$/u.test(URL.parse(endpoint)?.protocol ?? '')) return true;
  const problem = `Telemetry isn’t exported: ${named} is no address such as http://localhost:4318.`;
  if (!problems.includes(problem)) problems.push(problem);
  return false;
}

function milliseconds(value: string | undefined): number | undefined {
  const number = Number(value?.trim() || Number.NaN);
  return Number.isFinite(number) && number > 0 ? Math.min(number, MAX_TIMER_MS) : undefined;
}
