import { Check, FolderOpen, KeyRound, Play, Server, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { pickProject, startDemo } from '../store/project-actions.ts';
import { attempt, openDialog, savePreferences } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { Choice, Choices } from './choice.tsx';
import { type ModelCheck, modelsInstead, useModelCheck } from './use-model-check.ts';
import { words } from './home-words.ts';
import { words as folderWords } from './words.ts';
import styles from './first-steps.module.css';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** The first start in three steps: the model, the folder, and what will ask, which is shown in the folder. Skipped once, it never returns. */
export function FirstSteps() {
  const access = useWindow((state) => state.app?.access);
  const [attempt, setAttempt] = useState(0);
  const check = useModelCheck(access, attempt);
  const connected = check.type === 'connected' && modelsInstead(check, access).length === 0;
  return (
    <div className={styles.steps}>
      <ol className={styles.list} aria-label={words.firstSteps}>
        <Step number={1} done={connected} label={words.connectAModel}>
          {check.type === 'none' ? <ConnectChoices /> : <Checked check={check} onAgain={() => setAttempt(attempt + 1)} />}
        </Step>
        <Step number={2} done={false} label={words.openAProject}>
          <p className={styles.open}>
            <Button
              data-focus-after-dialog=""
              variant={connected ? 'primary' : 'default'}
              size="large"
              icon={<FolderOpen {...icon} />}
              onClick={() => void pickProject()}
            >
              {folderWords.openFolder}
            </Button>
            <span className={styles.drop}>{words.orDrop}</span>
          </p>
          <p className={styles.hint}>{words.folderHint}</p>
        </Step>
        <Step number={3} done={false} label={words.whatWillAsk}>
          <p className={styles.hint}>{words.whatWillAskHint}</p>
        </Step>
      </ol>
      <div className={styles.skip}>
        <Button variant="quiet" onClick={() => void savePreferences({ introduced: true })}>
          {words.skipSteps}
        </Button>
      </div>
    </div>
  );
}

interface StepProps {
  readonly number: number;
  readonly done: boolean;
  readonly label: string;
  readonly children: ReactNode;
}

function Step({ number, done, label, children }: StepProps) {
  return (
    <li className={styles.step} data-done={done}>
      <span className={styles.number} aria-hidden="true">
        {done ? <Check size={13} strokeWidth={2.25} /> : number}
      </span>
      <section className={styles.content} aria-label={label}>
        <h2 className={styles.title}>{label}</h2>
        {children}
      </section>
    </li>
  );
}

/** The ways to a model. */
export function ConnectChoices() {
  const storage = useWindow((state) => state.app?.access.storage);
  return (
    <Choices>
      <Choice icon={<Play {...icon} />} label={words.tryTheDemo} detail={words.demoDetail} onClick={() => void startDemo()} />
      <Choice
        icon={<KeyRound {...icon} />}
        label={words.enterAKey}
        detail={storage === 'none' ? words.keyDetail : words.keyCanBeKept}
        onClick={() => openDialog({ type: 'access', focus: 'key' })}
      />
      <Choice
        icon={<Server {...icon} />}
        label={words.ownServer}
        detail={words.serverDetail}
        onClick={() => openDialog({ type: 'access', focus: 'server' })}
      />
    </Choices>
  );
}

/** More are chosen in the session. */
const MOST_OFFERED = 4;

async function takeModel(model: string): Promise<void> {
  const access = await attempt(words.modelNotSet, call('app.setAccess', { model }));
  if (access) useWindow.setState(({ app }) => ({ app: app && { ...app, access } }));
}

function Checked({ check, onAgain }: { readonly check: Exclude<ModelCheck, { type: 'none' }>; readonly onAgain: () => void }) {
  const access = useWindow((state) => state.app?.access);
  const failed = check.type === 'failed';
  const instead = modelsInstead(check, access);
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 400);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <p role="status" className={failed ? styles.failed : styles.checked}>
        {failed && <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" />}
        {check.type === 'checking' && slow && words.checking}
        {check.type === 'connected' &&
          (instead.length > 0
            ? words.modelNotListed(access?.model ?? '', access?.baseUrl ?? '')
            : words.modelAnswers(access?.model ?? '', access?.baseUrl ?? null))}
        {failed && check.why}
      </p>
      <div className={styles.actions}>
        {instead.slice(0, MOST_OFFERED).map((model) => (
          <Button key={model} size="small" onClick={() => void takeModel(model)}>
            <VisibleText text={words.takeModel(model)} />
          </Button>
        ))}
        {failed && (
          <Button size="small" onClick={onAgain}>
            {words.tryAgain}
          </Button>
        )}
        <Button size="small" variant={failed ? 'default' : 'quiet'} onClick={() => openDialog({ type: 'access', focus: 'key' })}>
          {words.change}
        </Button>
        <Button size="small" variant="quiet" onClick={() => void startDemo()}>
          {words.tryTheDemo}
        </Button>
      </div>
    </>
  );
}
