import type { HookRunRecord } from '#shared/session/hook-run.ts';
import { LinkedText } from '../paths/path-link.tsx';
import { FileText } from '../paths/path-link.tsx';
import { formatDuration } from '../time/duration.ts';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { LongText } from './long-text.tsx';
import { Section } from './section.tsx';
import { HOOK_OUTCOME_WORDS, words } from './words.ts';
import styles from './hooks-section.module.css';

/** The hooks that ran for the call: name, source and output. */
export function HooksSection({ hooks, projectDir }: { readonly hooks: readonly HookRunRecord[]; readonly projectDir: string }) {
  if (hooks.length === 0) return null;
  return (
    <Section id="hooks" title={words.hooks}>
      <ul className={styles.hooks}>
        {hooks.map((hook) => (
          <HookRun key={hook.runId} hook={hook} projectDir={projectDir} />
        ))}
      </ul>
    </Section>
  );
}

function HookRun({ hook, projectDir }: { readonly hook: HookRunRecord; readonly projectDir: string }) {
  const { event, outcome, message, source, file, startedAt, endedAt } = hook;
  const where = hookWhere({ source, file }, projectDir);
  const ending = [hookEnding(hook), formatDuration(endedAt - startedAt)].filter((text) => text !== '').join(' · ');
  const output = hookOutput(hook);
  return (
    <li className={styles.hook} data-outcome={outcome}>
      <div className={styles.head}>
        <b>{event}</b>
        <span className={styles.outcome}>{HOOK_OUTCOME_WORDS[outcome]}</span>
      </div>
      <code className={styles.name}>
        <ScriptName hook={hook.hook} />
      </code>
      {message !== '' && (
        <p className={styles.message}>
          <VisibleText text={message} />
        </p>
      )}
      <div className={styles.details}>
        {file === undefined ? <VisibleText text={where} /> : <FileText text={file}>{<VisibleText text={where} />}</FileText>} · {ending}
      </div>
      {output !== '' && (
        <details className={styles.output}>
          <summary>{words.output}</summary>
          <LongText text={output} label={words.outputOfTheHook(event)} />
        </details>
      )}
    </li>
  );
}

/** A hook's command, with a link to its script. */
function ScriptName({ hook }: { readonly hook: string }) {
  const parts = /^"?\$\{?CLAUDE_PROJECT_DIR\}?"?\/(?<script>[^\s"]+)/u.exec(hook);
  const script = parts?.groups?.['script'];
  if (!parts || script === undefined) return <LinkedText text={hook} />;
  return (
    <>
      <FileText text={script}>
        <VisibleText text={parts[0]} />
      </FileText>
      <VisibleText text={hook.slice(parts[0].length)} />
    </>
  );
}

/** The process's or server's result: “exit code 2”, “status 500”; empty if there was none. */
function hookEnding({ exitCode, status }: Pick<HookRunRecord, 'exitCode' | 'status'>): string {
  if (exitCode !== undefined) return words.exitCode(exitCode);
  return status === undefined ? '' : words.status(status);
}

/** Everything a hook printed. */
function hookOutput({ output, errors }: Pick<HookRunRecord, 'output' | 'errors'>): string {
  return [output, errors]
    .map((text) => text.trimEnd())
    .filter((text) => text !== '')
    .join('\n');
}

/** The settings file that configures it, relative to the project folder if inside. */
function hookWhere({ source, file }: Pick<HookRunRecord, 'source' | 'file'>, projectDir: string): string {
  if (source === 'policy') return words.fromPolicy(file);
  if (file === undefined) return words.fromCommandLine;
  return projectDir !== '' && file.startsWith(`${projectDir}/`) ? file.slice(projectDir.length + 1) : file;
}
