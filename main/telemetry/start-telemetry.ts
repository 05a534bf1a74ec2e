import type { Telemetry } from './telemetry.ts';
import { readTelemetrySettings } from './telemetry-settings.ts';

/** `undefined` when the environment asks for none; then nothing of OpenTelemetry is loaded. `version`: Gatehouse's own. */
export async function startTelemetry(env: NodeJS.ProcessEnv, version: string): Promise<Telemetry | undefined> {
  const settings = readTelemetrySettings(env);
  if (!settings) return undefined;
  const telemetry = await import('./telemetry.ts');
  return new telemetry.Telemetry(settings, version);
}
