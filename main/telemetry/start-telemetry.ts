import { errorMessage } from '#shared/error-message.ts';
import type { Telemetry } from './telemetry.ts';
import { readTelemetrySettings } from './telemetry-settings.ts';

/**
 * `undefined` when the environment doesn't enable it (OpenTelemetry is then not loaded), or when it can't start. `version`: Gatehouse's
 * own. Never rejects.
 */
export async function startTelemetry(env: NodeJS.ProcessEnv, version: string): Promise<Telemetry | undefined> {
  try {
    const settings = readTelemetrySettings(env);
    if (!settings) return undefined;
    const telemetry = await import('./telemetry.ts');
    return new telemetry.Telemetry(settings, version);
  } catch (error) {
    process.emitWarning(`Telemetry can’t be exported: ${errorMessage(error)}`);
    return undefined;
  }
}
