import { stat, writeFile } from 'node:fs/promises';
import type { ToolUseContext } from '#main/tool/context.ts';
import { makeResultFile } from '#main/tool/result-file.ts';
import type { CommandResult } from '#main/tool/services.ts';

/** All of an output of which the model reads a part. */
export interface FullOutput {
  /** Tells the model. */
  readonly where: string;
  readonly bytes: number;
  readonly chars: number | undefined;
  /** Absent where only the terminal's own file has it. */
  readonly savedAs?: string;
}

/** Puts all of it into the file that a call's whole result belongs in (SPEC B1). */
export async function saveFullOutput(result: CommandResult, { session, toolUseId, services }: ToolUseContext): Promise<FullOutput> {
  // Nobody waits any longer for a command that was stopped.
  if (result.aborted) return rawOutput(result);
  try {
    const savedAs = await makeResultFile(session.sessionDir, toolUseId);
    const size = result.truncated ? await services.plainText.saveText(result.outputPath, savedAs) : await saveText(result.output, savedAs);
    return { ...size, savedAs, where: `Full output saved to: ${savedAs}` };
  } catch {
    return rawOutput(result);
  }
}

async function saveText(text: string, file: string) {
  await writeFile(file, text, { mode: 0o600 });
  return { bytes: Buffer.byteLength(text), chars: text.length };
}

async function rawOutput({ output, outputPath }: CommandResult): Promise<FullOutput> {
  const size = await stat(outputPath).catch(() => undefined);
  return {
    bytes: size?.size ?? Buffer.byteLength(output),
    chars: undefined,
    where: `Full output, as the terminal got it, is in: ${outputPath}`,
  };
}
