import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { SettingValue } from '#main/tool/services/settings-service.ts';
import type { PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import type { Setting } from '#shared/settings/settings.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { diffDetail, diffOf } from '../diff-view.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import { AGENT_SETTINGS, type ConfigInput, configInputSchema, configRequest } from './config-input.ts';

const valueSchema = z.union([z.string(), z.number(), z.boolean()]);
const outputSchema = z.object({
  success: z.boolean(),
  operation: z.enum(['get', 'set']).optional(),
  setting: z.string().optional(),
  /** The value in effect; absent: the default. */
  value: valueSchema.optional(),
  previousValue: valueSchema.optional(),
  newValue: valueSchema.optional(),
  error: z.string().optional(),
});
type ConfigOutput = z.output<typeof outputSchema>;

interface ConfigDetails {
  /** A remark about the value. */
  readonly note?: string;
}

const PROMPT = `Reads one of the user’s settings, or changes it in their own settings file. A change shows them the old and the new value and asks, whatever the rules allow.

- Settings: ${AGENT_SETTINGS.map(({ key }) => key).join(', ')}. All others only the user changes.
- Change one only if the user asked for it. New sessions use the new model; this one keeps its own.`;

/** Reads and changes the settings that an agent may change, by their rows in the table. */
export function createConfigTool() {
  return buildTool<typeof configInputSchema, ConfigOutput, 'Config', ConfigDetails>({
    name: 'Config',
    searchHint: 'read or change a setting of the user',
    inputSchema: configInputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 10_000,
    prompt: () => PROMPT,
    isReadOnly: ({ value }) => value === undefined,
    isConcurrencySafe: ({ value }) => value === undefined,
    toAutoClassifierInput: ({ setting, value }) => `${setting}${value === undefined ? '' : ` = ${JSON.stringify(value)}`}`,
    validateInput: (input, context) => Promise.resolve(validate(input, context)),
    checkPermissions: ({ setting, value }) =>
      Promise.resolve(
        value === undefined
          ? { behavior: 'allow' }
          : { behavior: 'ask', needsPerson: true, message: `It changes your setting ${setting}.`, suggestions: [] },
      ),
    call: (input, context) => run(input, context),
    mapToolResultToToolResultBlockParam: (output, toolUseId, details) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: textOf(output, details),
    }),
    wantsTo: (input) => `${input['value'] === undefined ? 'read' : 'change'} your setting ${oneLine(textField(input, 'setting'))}`,
    present,
    preview: (input, context) => Promise.resolve(previewOf(input, context)),
  });
}

function validate(input: ConfigInput, { services }: ToolUseContext): ValidationResult {
  if (!services.settings) return { ok: false, message: 'There are no settings here.' };
  const request = configRequest(input);
  return request.ok ? { ok: true } : request;
}

async function run(input: ConfigInput, { services }: ToolUseContext): Promise<ToolResult<ConfigOutput, ConfigDetails>> {
  const request = configRequest(input);
  if (!services.settings) throw new Error('There are no settings here.');
  if (!request.ok) throw new Error(request.message);
  const { setting } = request;
  const before = services.settings.read(setting);
  if (request.operation === 'get') {
    const { value } = before;
    return {
      data: { success: true, operation: 'get', setting: setting.key, ...(value !== undefined && { value }) },
      details: noteOf(setting, value),
    };
  }
  const { value: newValue } = request;
  await services.settings.change(setting, newValue);
  const { value, overruledBy } = services.settings.read(setting);
  return {
    data: {
      success: true,
      operation: 'set',
      setting: setting.key,
      ...(before.own !== undefined && { previousValue: before.own }),
      ...(newValue !== undefined && { newValue }),
      ...(value !== undefined && { value }),
    },
    details: overruledBy === undefined ? noteOf(setting, value) : { note: `${overruledBy} sets it too and takes precedence.` },
  };
}

function noteOf({ fallbackText }: Setting, value: SettingValue | undefined): ConfigDetails {
  return value === undefined ? { note: `It has its default: ${fallbackText}.` } : {};
}

function textOf({ success, operation, setting = '', value, newValue, error }: ConfigOutput, { note }: ConfigDetails): string {
  if (!success) return error ?? 'The setting could not be changed.';
  const what =
    operation === 'set'
      ? `${setting} is ${newValue === undefined ? 'removed from' : `${JSON.stringify(newValue)} in`} the user’s settings now.`
      : value === undefined
        ? `${setting} isn’t set.`
        : `${setting}: ${JSON.stringify(value)}`;
  return note === undefined ? what : `${what} ${note}`;
}

function present(stage: PresentStage<ConfigOutput, ConfigDetails>): ToolView {
  const { value } = stage.input;
  const view: ToolView = {
    kind: value === undefined ? 'read' : 'edit',
    title: value === undefined ? 'Read setting' : 'Change setting',
    summary: oneLine(`your setting ${textField(stage.input, 'setting')}`),
  };
  return presentStages(stage, view, (output, details) => ({
    outcome: output.operation === 'set' ? 'changed' : oneLine(JSON.stringify(output.value) ?? 'default', 60),
    detail: { type: 'text', text: textOf(output, details), truncated: false },
  }));
}

/** Only the old and the new line of the user's file: the rest may contain something that must not be logged. */
function previewOf(input: ConfigInput, { services }: ToolUseContext): ToolView {
  const view = present({ stage: 'input', input });
  const request = configRequest(input);
  if (!services.settings || !request.ok || request.operation === 'get') return view;
  const { own } = services.settings.read(request.setting);
  const diff = diffOf(lineOf(request.setting, own), lineOf(request.setting, request.value));
  return { ...view, detail: diffDetail(services.settings.file, diff, false) };
}

function lineOf({ key }: Setting, value: SettingValue | undefined): string {
  return value === undefined ? '' : `"${key}": ${JSON.stringify(value)}\n`;
}
