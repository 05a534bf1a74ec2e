import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { OWN_COMMANDS } from '#shared/session/skill-call.ts';
import { call } from '../../bridge/client.ts';
import { words } from '../words.ts';

/** A command of Gatehouse's own, a skill or a slash command, as the list shows it. */
export type ListedCommand = Pick<CommandOutput<'session.skills'>['skills'][number], 'name' | 'description' | 'argumentHint'> & {
  /** Where it comes from, as text. */
  readonly origin: string;
};

/** The text after the slash while a command's name is typed at the start of a message. */
export function commandQuery(text: string, caret: number): string | undefined {
  return /^\/(\S{0,100})$/u.exec(text.slice(0, caret))?.[1];
}

/** The commands whose name contains the query; first those that start with it. */
export function matchingCommands(commands: readonly ListedCommand[], query: string): readonly ListedCommand[] {
  const wanted = query.toLowerCase();
  const found = commands.filter(({ name }) => name.toLowerCase().includes(wanted));
  const starts = ({ name }: ListedCommand): boolean => name.toLowerCase().startsWith(wanted);
  return [...found.filter(starts), ...found.filter((command) => !starts(command))];
}

export interface Commands {
  readonly query: string | undefined;
  /** Best match first. */
  readonly commands: readonly ListedCommand[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
  /** Call when the caret or the text changed. */
  readonly update: (text: string, caret: number) => void;
  readonly close: () => void;
}

const OWN: readonly ListedCommand[] = OWN_COMMANDS.map((name) => ({ name, origin: words.ownCommand, ...words.ownCommands(name) }));

/** Completes the name of a command. The list is read again each time a name is begun, since its files may have changed. */
export function useCommands(sessionId: string): Commands {
  const [query, setQuery] = useState<string>();
  const [skills, setSkills] = useState<readonly ListedCommand[]>([]);
  const [chosen, choose] = useState(0);
  const isOpen = query !== undefined;

  useEffect(() => {
    if (!isOpen) return;
    let current = true;
    call('session.skills', { sessionId }).then(
      ({ skills: found }) => {
        if (current) setSkills(found.map((skill) => ({ ...skill, origin: words.skillOrigin(skill) })));
      },
      // Without an answer, only Gatehouse's own are listed.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [sessionId, isOpen]);

  const commands = query === undefined ? [] : matchingCommands([...OWN, ...skills], query);
  return {
    query,
    commands,
    chosen: Math.min(chosen, Math.max(0, commands.length - 1)),
    choose,
    update: (text, caret) => {
      const next = commandQuery(text, caret);
      if (next === query) return;
      setQuery(next);
      choose(0);
    },
    close: () => setQuery(undefined),
  };
}
