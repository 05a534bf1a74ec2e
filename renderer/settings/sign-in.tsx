import { useState, type FormEvent } from 'react';
import type { McpServerRow } from '#shared/contract/commands/mcp-commands.ts';
import { call } from '../bridge/client.ts';
import { attempt } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { words } from './words.ts';
import styles from './sign-in.module.css';

export interface SignInProps {
  readonly server: McpServerRow;
  readonly projectDir: string;
  /** Shows the list that an action answers with. */
  readonly act: (answer: Promise<{ readonly servers: readonly McpServerRow[] }>) => void;
}

/** Signing in to a server, cancelling that, and signing out. */
export function SignInButtons({ server: { name, state, signIn }, projectDir, act }: SignInProps) {
  if (!signIn) return null;
  const server = { projectDir, name };
  if (signIn.kind === 'needed') {
    return (
      <Button size="small" variant="primary" onClick={() => act(call('mcp.signIn', server))} aria-label={words.signInAt(name)}>
        {words.signIn}
      </Button>
    );
  }
  if (signIn.kind !== 'signed_in') {
    return (
      <Button size="small" onClick={() => act(call('mcp.cancelSignIn', server))} aria-label={words.cancelSignInAt(name)}>
        {words.cancelSignIn}
      </Button>
    );
  }
  return (
    <>
      {(signIn.wants !== '' || signIn.problem !== null || state === 'needs_sign_in') && (
        <Button size="small" variant="primary" onClick={() => act(call('mcp.signIn', server))} aria-label={words.signInAgainAt(name)}>
          {words.signInAgain}
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={() => act(call('mcp.signOut', server))} aria-label={words.signOutOf(name)}>
        {words.signOut}
      </Button>
    </>
  );
}

/** How signing in to a server goes. */
export function SignIn({ server, projectDir }: Omit<SignInProps, 'act'>) {
  const { name, signIn } = server;
  if (!signIn) return null;
  const problem = 'problem' in signIn ? signIn.problem : null;
  return (
    <section className={styles.signIn} aria-label={words.signInPart(name)}>
      <div role="status">
        {problem !== null && (
          <p className={styles.problem}>
            {words.signInFailed} <VisibleText text={problem} />
          </p>
        )}
        {signIn.kind === 'preparing' && <p>{words.signInLooking}</p>}
        {signIn.kind === 'waiting' && <p>{words.signInWaits(new URL(signIn.url).host)}</p>}
        {signIn.kind === 'finishing' && <p>{words.signInFinishing}</p>}
        {signIn.kind === 'signed_in' && (
          <p>
            <VisibleText text={words.signedInAt(signIn.host)} />
            {signIn.scope !== '' && (
              <>
                {' '}
                <VisibleText text={words.signedInFor(signIn.scope)} />
              </>
            )}
          </p>
        )}
        {signIn.kind === 'signed_in' && signIn.wants !== '' && (
          <p className={styles.wants}>
            <VisibleText text={words.wantsMore(signIn.wants)} />
          </p>
        )}
      </div>
      {signIn.kind === 'waiting' && <Page server={server} url={signIn.url} projectDir={projectDir} />}
    </section>
  );
}

interface PageProps {
  readonly server: McpServerRow;
  readonly url: string;
  readonly projectDir: string;
}

/** The page to open, with its whole address in view first. */
function Page({ server: { name, target }, url, projectDir }: PageProps) {
  const { host } = new URL(url);
  const own = URL.parse(target)?.host ?? name;
  return (
    <div className={styles.page}>
      <ScrollArea label={words.signInAddress} className={styles.url}>
        <VisibleText text={url} />
      </ScrollArea>
      {host !== own && <p>{words.signInElsewhere(own, host)}</p>}
      <p className={styles.open}>
        <a className={styles.link} href={url} target="_blank" rel="noreferrer noopener">
          {words.openSignIn(host)}
        </a>
        <span className={styles.hint}>{words.signInHint}</span>
      </p>
      <details>
        <summary>{words.otherMachine}</summary>
        <EndAddress name={name} projectDir={projectDir} />
      </details>
    </div>
  );
}

/** For a browser that can’t reach this machine: where it ended. */
function EndAddress({ name, projectDir }: { readonly name: string; readonly projectDir: string }) {
  const [address, setAddress] = useState('');
  const [isRefused, setRefused] = useState(false);
  const finish = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = await attempt(words.serverNotChanged, call('mcp.finishSignIn', { projectDir, name, address }));
    if (answer) setRefused(!answer.taken);
  };
  return (
    <form className={styles.end} onSubmit={(event) => void finish(event)}>
      <TextField
        label={words.endAddress}
        hint={words.otherMachineHint}
        error={isRefused ? words.notThisAddress : undefined}
        value={address}
        onChange={(event) => {
          setAddress(event.target.value);
          setRefused(false);
        }}
      />
      <Button type="submit" size="small" disabled={address.trim() === ''}>
        {words.finishSignIn}
      </Button>
    </form>
  );
}
