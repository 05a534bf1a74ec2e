import type { ReactNode } from 'react';
import { AwayForm } from '../away/away-form.tsx';
import { TrustSetting } from '../projects/trust-setting.tsx';
import { THEMES, useWindow } from '../store/app-store.ts';
import { setTheme } from '../store/window-actions.ts';
import { Select } from '../ui/controls/select.tsx';
import { AccessForm } from './access-form.tsx';
import { HookList } from './hooks/hook-list.tsx';
import { PluginList } from './plugins/plugin-list.tsx';
import { ServerList } from './server-list.tsx';
import { SetUpPage } from './set-up-page.tsx';
import { SettingsForm } from './settings-form.tsx';
import { words } from './words.ts';
import { WorkingDirectories } from './working-directories.tsx';
import styles from './settings-pane.module.css';

/** Two pages: key, server, model, settings, theme; and what is set up for the project. */
export function SettingsPane() {
  const project = useWindow((state) => state.project);
  const showsSetUp = useWindow((state) => state.showsSetUp);
  const setShowsSetUp = (next: boolean) => useWindow.setState({ showsSetUp: next });
  return (
    <section className={styles.pane} aria-label={words.settings}>
      <header className={styles.toolbar}>
        <h2>{words.settings}</h2>
        {project && (
          <nav className={styles.pages} aria-label={words.pages}>
            <PageButton current={!showsSetUp} onClick={() => setShowsSetUp(false)}>
              {words.general}
            </PageButton>
            <PageButton current={showsSetUp} onClick={() => setShowsSetUp(true)}>
              {words.setUp}
            </PageButton>
          </nav>
        )}
      </header>
      <div className={styles.scroller}>
        <div className={styles.content}>
          {project && showsSetUp ? <SetUpPage projectDir={project.projectDir} trusted={project.trusted} /> : <SettingsGroups />}
        </div>
      </div>
    </section>
  );
}

function SettingsGroups() {
  const theme = useWindow((state) => state.theme);
  const app = useWindow((state) => state.app);
  const project = useWindow((state) => state.project);
  return (
    <>
      <Group first title={words.model} detail={words.modelAccess}>
        <AccessForm />
      </Group>
      {project && (
        <Group title={words.trust} detail={words.trustDetail}>
          <TrustSetting project={project} />
        </Group>
      )}
      {project && (
        <Group title={words.directories} detail={words.directoriesDetail}>
          <WorkingDirectories projectDir={project.projectDir} />
        </Group>
      )}
      {project && (
        <Group title={words.mcpServers} detail={words.serversDetail}>
          <ServerList projectDir={project.projectDir} trusted={project.trusted} />
        </Group>
      )}
      {project && (
        <Group title={words.plugins} detail={words.pluginsDetail}>
          <PluginList projectDir={project.projectDir} trusted={project.trusted} />
        </Group>
      )}
      {project && (
        <Group title={words.hooks} detail={words.hooksDetail}>
          <HookList projectDir={project.projectDir} trusted={project.trusted} />
        </Group>
      )}
      {project && (
        <Group title={words.title} detail={words.detail}>
          <SettingsForm projectDir={project.projectDir} />
        </Group>
      )}
      <Group title={words.appearance} detail={words.appearanceDetail}>
        <Select
          label={words.theme}
          value={theme}
          options={THEMES.map((value) => ({ value, label: words.themes[value] }))}
          onChange={setTheme}
          className={styles.select}
        />
      </Group>
      <Group title={words.away} detail={words.awayDetail}>
        <AwayForm />
      </Group>
      {app && (
        <Group title={words.about} detail={words.aboutDetail}>
          <dl className={styles.facts}>
            <dt>{words.version}</dt>
            <dd>{app.version}</dd>
            <dt>{words.runsAs}</dt>
            <dd>{app.host === 'web' ? words.browserPage : words.desktopApp}</dd>
            <dt>{words.folder}</dt>
            <dd className={styles.path}>{project?.projectDir ?? words.noneOpen}</dd>
          </dl>
        </Group>
      )}
    </>
  );
}

interface PageButtonProps {
  readonly current: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function PageButton({ current, onClick, children }: PageButtonProps) {
  return (
    <button type="button" className={styles.page} aria-current={current ? 'page' : undefined} onClick={onClick}>
      {children}
    </button>
  );
}

interface GroupProps {
  readonly title: string;
  readonly detail: string;
  /** Initially focused: keys scroll from here, and no field is focused unintentionally. */
  readonly first?: boolean;
  readonly children: ReactNode;
}

function Group({ title, detail, first = false, children }: GroupProps) {
  return (
    <section className={styles.group} aria-label={title}>
      <div>
        <h3 {...(first && { tabIndex: -1, 'data-autofocus': '' })}>{title}</h3>
        <p className={styles.detail}>{detail}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}
