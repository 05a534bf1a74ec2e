import { EFFORT_CHOICES } from '#shared/model/effort.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import { isOwnCommand, type OwnCommand } from '#shared/session/skill-call.ts';
import { newSession } from '../../store/project-actions.ts';
import { compact, setEffort, setMode, setModel } from '../../store/session-actions.ts';
import { openDialog, showPane, showSetUp } from '../../store/window-actions.ts';
import { useWindow } from '../../store/app-store.ts';
import { showToast } from '../../ui/overlays/toast.tsx';
import { MODE_WORDS } from '../../ui/words.ts';
import { words } from '../words.ts';

/** Runs a command of Gatehouse's own. Resolves to whether it was accepted; if not, the text stays in the box. */
type Run = (sessionId: string, args: string) => boolean | Promise<boolean>;

const shows =
  (show: (sessionId: string) => void): Run =>
  (sessionId) => {
    show(sessionId);
    return true;
  };

const COMMANDS: Readonly<Record<OwnCommand, Run>> = {
  clear: shows(() => void newSession()),
  compact: (sessionId, args) => compact(sessionId, args === '' ? undefined : args),
  doctor: shows(showSetUp),
  effort: changeEffort,
  export: shows((sessionId) => openDialog({ type: 'exportTrace', sessionId })),
  help: shows(() => openDialog({ type: 'shortcuts' })),
  mode: changeMode,
  model: (sessionId, args) => {
    if (args !== '') return setModel(sessionId, args);
    openDialog({ type: 'model', sessionId });
    return true;
  },
  resume: shows(() => openDialog({ type: 'sessions' })),
  rewind: shows((sessionId) => openDialog({ type: 'restore', sessionId, messageId: null })),
  rules: shows(() => showPane('rules')),
  usage: shows((sessionId) => openDialog({ type: 'usage', sessionId })),
};

/** Reads `/name arguments` with a name of Gatehouse's own; `undefined` for any other message. */
export function readOwnCommand(text: string): { readonly name: OwnCommand; readonly args: string } | undefined {
  const match = /^\s*\/([a-z]+)(?:\s+([\s\S]*))?$/u.exec(text);
  const name = match?.[1] ?? '';
  return isOwnCommand(name) ? { name, args: match?.[2]?.trim() ?? '' } : undefined;
}

export async function runOwnCommand(
  sessionId: string,
  { name, args }: { readonly name: OwnCommand; readonly args: string },
): Promise<boolean> {
  return COMMANDS[name](sessionId, args);
}

/** The modes that a key goes through, in order. */
const NEXT_MODES: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan'];
/** Those that can be named. */
const NAMED_MODES: readonly PermissionMode[] = [...NEXT_MODES, 'auto', 'dontAsk'];

export function nextMode(mode: PermissionMode): PermissionMode {
  return NEXT_MODES[(NEXT_MODES.indexOf(mode) + 1) % NEXT_MODES.length] ?? 'default';
}

/** By the mode's name in the window or in settings; without one, the next mode. */
async function changeMode(sessionId: string, args: string): Promise<boolean> {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/gu, '');
  const mode =
    args === ''
      ? nextMode(modeOf(sessionId))
      : NAMED_MODES.find((one) => plain(one) === plain(args) || plain(MODE_WORDS[one].name) === plain(args));
  if (mode === undefined) {
    showToast({ title: words.noSuchMode(args), detail: NAMED_MODES.map((one) => MODE_WORDS[one].name).join(', '), tone: 'danger' });
    return false;
  }
  await setMode(sessionId, mode);
  return true;
}

/** By the effort's name in the window or in settings; without one, the list of models, which has it. */
async function changeEffort(sessionId: string, args: string): Promise<boolean> {
  if (args === '') {
    openDialog({ type: 'model', sessionId });
    return true;
  }
  const effort = EFFORT_CHOICES.find((choice) => choice === args.toLowerCase());
  if (effort === undefined) {
    showToast({ title: words.noSuchEffort(args), detail: EFFORT_CHOICES.join(', '), tone: 'danger' });
    return false;
  }
  return setEffort(sessionId, effort);
}

/** Switches to the next mode. */
export function switchMode(sessionId: string): void {
  void setMode(sessionId, nextMode(modeOf(sessionId)));
}

function modeOf(sessionId: string): PermissionMode {
  return useWindow.getState().sessions[sessionId]?.view.mode ?? 'default';
}
