import { useEffect, useState } from 'react';
import type { McpServerRow } from '#shared/contract/commands/mcp-commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../bridge/client.ts';
import { attempt } from '../store/window-actions.ts';
import { Badge, type Tone } from '../ui/display/badge.tsx';
import { Button } from '../ui/controls/button.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { useWindow } from '../store/app-store.ts';
import { SignIn, SignInButtons, type SignInProps } from './sign-in.tsx';
import { words } from './words.ts';
import styles from './server-list.module.css';

const TONES: Record<McpServerRow['state'], Tone> = {
  idle: 'neutral',
  connecting: 'info',
  connected: 'ok',
  failed: 'danger',
  needs_sign_in: 'warn',
  needs_trust: 'warn',
  disabled: 'neutral',
  blocked: 'warn',
  invalid: 'danger',
};

/** Every configured MCP server: source, status and actions. */
export function ServerList({ projectDir, trusted }: { readonly projectDir: string; readonly trusted: boolean }) {
  const { servers, error, setServers } = useServers(projectDir, trusted);
  if (error !== null) return <p className={styles.note}>{words.serversFailed(error)}</p>;
  if (servers === null) return null;
  if (servers.length === 0) return <p className={styles.note}>{words.noServers}</p>;
  const act = async (answer: Promise<{ readonly servers: readonly McpServerRow[] }>): Promise<void> => {
    const after = await attempt(words.serverNotChanged, answer);
    if (after) setServers(after.servers);
  };
  return (
    <ul className={styles.list}>
      {servers.map((server) => (
        <Server key={server.name} server={server} projectDir={projectDir} act={(answer) => void act(answer)} />
      ))}
    </ul>
  );
}

function Server({ server, projectDir, act }: SignInProps) {
  const { name, state, reason, stderr, tools, problems, changed, definitions } = server;
  const runs = state === 'connected' || state === 'connecting' || state === 'failed' || state === 'needs_sign_in';
  return (
    <li className={styles.server} aria-label={words.mcpServer(name)}>
      <div className={styles.head}>
        <strong className={styles.name}>
          <VisibleText text={name} />
        </strong>
        <Badge tone={TONES[state]}>{words.serverStates[state]}</Badge>
        {changed && <Badge tone="warn">{words.toolsChanged}</Badge>}
        <span className={styles.scope} title={server.file}>
          {words.serverScopes[server.scope]}
        </span>
        <span className={styles.acts}>
          {changed && (
            <Button
              size="small"
              onClick={() => act(call('mcp.accept', { projectDir, name, definitions }))}
              aria-label={words.acceptToolsOf(name)}
            >
              {words.accept}
            </Button>
          )}
          <SignInButtons server={server} projectDir={projectDir} act={act} />
          {runs && state !== 'needs_sign_in' && (
            <Button
              size="small"
              variant="quiet"
              onClick={() => act(call('mcp.restart', { projectDir, name }))}
              aria-label={words.restartOf(name)}
            >
              {words.restart}
            </Button>
          )}
          {(runs || state === 'idle' || state === 'disabled') && (
            <Button
              size="small"
              variant="quiet"
              onClick={() => act(call('mcp.setEnabled', { projectDir, name, enabled: state === 'disabled' }))}
              aria-label={words.turnOf(state === 'disabled', name)}
            >
              {state === 'disabled' ? words.turnOn : words.turnOff}
            </Button>
          )}
        </span>
      </div>
      {server.target !== '' && (
        <code className={styles.target}>
          <VisibleText text={server.target} />
        </code>
      )}
      <SignIn server={server} projectDir={projectDir} />
      {reason !== null && (state !== 'needs_sign_in' || server.signIn?.kind === 'signed_in') && (
        <p className={styles.reason}>
          <VisibleText text={reason} />
        </p>
      )}
      {stderr !== null && (
        <pre className={styles.stderr} aria-label={words.lastOutput(name)}>
          <VisibleText text={stderr} />
        </pre>
      )}
      {problems.map((problem) => (
        <p key={problem} className={styles.reason}>
          {words.leftOut} <VisibleText text={problem} />
        </p>
      ))}
      {tools.length > 0 && <Tools tools={tools} />}
    </li>
  );
}

function Tools({ tools }: Pick<McpServerRow, 'tools'>) {
  return (
    <details className={styles.tools}>
      <summary>{tools.length === 1 ? words.oneTool : words.tools(tools.length)}</summary>
      <dl>
        {tools.map((tool) => (
          <div key={tool.name}>
            <dt>
              <code>
                <VisibleText text={tool.name} />
              </code>
              {tool.suspended !== null && <Badge tone="warn">{words.asksFirst}</Badge>}
            </dt>
            {tool.suspended !== null && (
              <dd className={styles.suspended}>
                <VisibleText text={tool.suspended} />
              </dd>
            )}
            <dd>
              <VisibleText text={tool.description} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

interface ServersState {
  /** `null` until loaded. */
  readonly servers: readonly McpServerRow[] | null;
  readonly error: string | null;
  /** Sets the list returned by an action. */
  readonly setServers: (servers: readonly McpServerRow[]) => void;
}

/** The project's MCP servers; refetched when one of them changes. */
function useServers(projectDir: string, trusted: boolean): ServersState {
  const version = useWindow((state) => state.mcpVersion);
  const rules = useWindow((state) => state.rulesVersion);
  const [servers, setServers] = useState<readonly McpServerRow[] | null>(null);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    let current = true;
    call('mcp.list', { projectDir }).then(
      (answer) => {
        if (!current) return;
        setServers(answer.servers);
        setError(null);
      },
      (cause: unknown) => current && setError(errorMessage(cause)),
    );
    return () => {
      current = false;
    };
  }, [projectDir, trusted, version, rules]);

  return { servers, error, setServers };
}
