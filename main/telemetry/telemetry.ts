import { setTimeout } from 'node:timers/promises';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { openExporters, type Exporters } from './exporters.ts';
import { SessionMeters } from './session-meters.ts';
import { SessionSpans, type SpannedSession } from './session-spans.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';
import { ReportedNames } from './reported-names.ts';

/** Maximum characters of an error text from a server or the system. */
const MAX_PROBLEM_CHARS = 300;

export interface FollowedSession extends Pick<SpannedSession, 'sessionId' | 'provider'> {
  readonly subscribe: (listener: (event: SessionEvent) => void) => () => void;
  /** Reports export problems to the person. */
  readonly append: (event: NewSessionEvent) => void;
  /** Names of Gatehouse's own. */
  readonly tools: Iterable<string>;
  readonly agents: Iterable<string>;
}

export interface TelemetryEnd {
  /** If false, a request is still pending and may keep the process from exiting. */
  readonly inTime: boolean;
  /** A problem that could not be reported in any session. */
  readonly unreported: string | undefined;
}

/** Exports sessions as OpenTelemetry traces and metrics. A problem is reported once and never disturbs a session. */
export class Telemetry {
  readonly #settings: TelemetrySettings;
  readonly #exporters: Exporters;
  readonly #meters: SessionMeters | undefined;
  /** Sessions that have been used: an unused session stays empty. */
  readonly #used = new Set<FollowedSession>();
  #failure: string | undefined;
  #isFailureReported = false;

  constructor(settings: TelemetrySettings, version: string) {
    this.#settings = settings;
    this.#exporters = openExporters(settings, version, (text) => this.#fail(text));
    this.#meters = this.#exporters.meter && new SessionMeters(this.#exporters.meter);
  }

  /** Exports a session from its next event on. Returns the function that stops it. */
  follow(session: FollowedSession): () => void {
    const { tracer } = this.#exporters;
    const names = new ReportedNames(this.#settings.reportsNames, session.tools, session.agents);
    const spans = tracer && new SessionSpans(tracer, { ...session, names });
    const meter = this.#meters?.ofSession(session.sessionId);
    const unsubscribe = session.subscribe((event) => {
      spans?.apply(event);
      meter?.(event);
      if (event.type === 'turn.started' && !this.#used.has(session)) this.#begin(session);
    });
    return () => {
      unsubscribe();
      this.#used.delete(session);
      spans?.end();
    };
  }

  /** Exports what is left within the time limit. Never rejects. */
  async close(): Promise<TelemetryEnd> {
    const abort = new AbortController();
    // Aborted below, once it is closed.
    const limit = setTimeout(this.#settings.closeTimeout, false, { signal: abort.signal }).catch(() => false);
    const inTime = await Promise.race([this.#exporters.shutdown().then(() => true), limit]);
    abort.abort();
    if (!inTime) this.#fail(`no answer within ${this.#settings.closeTimeout} ms`);
    return { inTime, unreported: this.#isFailureReported ? undefined : this.#failure };
  }

  #begin(session: FollowedSession): void {
    this.#used.add(session);
    for (const problem of this.#settings.problems) report(session, problem);
    if (this.#failure !== undefined && !this.#isFailureReported) this.#isFailureReported = report(session, this.#failure);
  }

  /** Reports only the first failure, as others usually follow from it. */
  #fail(text: string): void {
    if (this.#failure !== undefined) return;
    const why = text.slice(0, MAX_PROBLEM_CHARS).toWellFormed();
    const failure = `Telemetry can’t be exported (${why}). Look whether the collector runs, and at OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS.`;
    this.#failure = failure;
    for (const session of this.#used) this.#isFailureReported = report(session, failure) || this.#isFailureReported;
  }
}

/** @returns whether it was recorded. */
function report({ append }: FollowedSession, text: string): boolean {
  try {
    append({ type: 'notice', data: { level: 'warning', text, action: 'none' } });
    return true;
  } catch {
    // That the log can’t be written has been reported already.
    return false;
  }
}
