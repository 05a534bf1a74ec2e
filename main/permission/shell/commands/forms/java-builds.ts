import { FINAL, type Form, options, RUNS, UNLISTED, verbs } from './form.ts';

/**
 * Options of Maven that only say how to build (`mvn --help`, 3.9 and 4). It accepts any of its options with one or two dashes, abbreviated,
 * joined with its value, and letters in one word, so that all others ask.
 */
const TAME_MAVEN =
  /^(?:-[BCNUVXceohqv]+|-(?:am|amd|fae|ff|fn|itr|llr|npr|npu|nsu|ntp|pl|rf?|up|b|l|color)|-[PTD].*|-l.+|--(?:activate-profiles|also-make|also-make-dependents|batch-mode|builder|color|debug|define|errors|fail-at-end|fail-fast|fail-never|help|ignore-transitive-repositories|lax-checksums|legacy-local-repository|log-file|no-plugin-registry|no-plugin-updates|no-snapshot-updates|no-transfer-progress|non-interactive|non-recursive|offline|projects|quiet|raw-streams|resume|resume-from|show-version|strict-checksums|threads|update-plugins|update-snapshots|verbose|version)(?:=.*)?)$/su;

/** `deploy:deploy`, `org.apache.maven.plugins:maven-deploy-plugin:3.1:deploy@id` as a plug-in and its goal. */
function goalOf(word: string): readonly [plugin: string, goal: string] {
  const parts = word.replace(/@.*$/u, '').split(':');
  const plugin = parts.length > 2 ? (parts[1] ?? '').replace(/^maven-|(?:-maven)?-plugin$/gu, '') : (parts[0] ?? '');
  return [plugin, parts.length === 1 ? '' : (parts.at(-1) ?? '')];
}

const FINAL_GOALS: ReadonlyMap<string, RegExp> = new Map([
  ['release', /^(?!help$|clean$|update-versions$)/u],
  ['flyway', /^(?:clean|undo|baseline|repair)$/u],
  ['liquibase', /^(?:drop|rollback|clear)/iu],
  ['nexus-staging', /^(?!help$|rc-list)/u],
  ['central-publishing', /./u],
  ['jgitflow', /-finish$/u],
  ['gitflow', /-finish$/u],
  ['scm', /^(?:checkin|tag|branch|remove|untag|update)$/u],
  ['dependency', /^purge/u],
]);
/** They fetch or run what the words or a template say. */
const RUNNING_PLUGINS: ReadonlySet<string> = new Set('wrapper archetype exec antrun groovy gmaven gmavenplus scala ant sql scm'.split(' '));

function isFinalGoal(word: string): boolean {
  if (word.startsWith('-')) return false;
  const [plugin, goal] = goalOf(word);
  return /(?:^|-)deploy(?:-|$)/u.test(goal === '' ? plugin : goal) || FINAL_GOALS.get(plugin)?.test(goal) === true;
}

function isRunningGoal(word: string): boolean {
  return !word.startsWith('-') && word.includes(':') && RUNNING_PLUGINS.has(goalOf(word)[0]);
}

/** Settings of what runs, or from where (Maven's and its plug-ins' manuals). */
const RUNNING_PROPERTIES =
  /^[\w.-]*(?:jvm|argLine|executable|class\.path|remoteRepositories|user\.home|multiModule)|^exec\.|^maven\.(?:conf|home|settings|user)|^(?:altDeploymentRepository|distributionUrl)/iu;

/** `-Da=b`, `-D a=b`, `--define=a=b` */
function properties(values: readonly string[]): readonly string[] {
  return values.flatMap((value, at) => {
    if (/^(?:-D|--define)$/u.test(values[at - 1] ?? '')) return [value];
    const joined = /^(?:-D|--define=)\s*(.+)$/su.exec(value)?.[1];
    return joined === undefined ? [] : [joined];
  });
}

const MAVEN: readonly Form[] = [
  // A plug-in by its coordinates, as with `npx`. Maven's own ones are those of its life cycle.
  { operand: /^(?!org\.apache\.maven\.plugins:)[a-zA-Z][\w.-]*(?::[\w.-]+){2,}(?:@[\w.-]+)?$/u, why: 'it fetches and runs a plug-in' },
  { when: (values) => properties(values).some((one) => RUNNING_PROPERTIES.test(one)), why: RUNS },
  { operand: /:exec$|:java$/u, why: RUNS },
  { when: (values) => values.some(isFinalGoal), why: FINAL, irreversible: true },
  { when: (values) => values.some(isRunningGoal), why: RUNS },
  { when: (values) => values.some((value) => /^-./u.test(value) && !TAME_MAVEN.test(value)), why: UNLISTED },
];

/** Tasks of common plug-ins for Gradle that send or empty something. */
const FINAL_TASKS =
  'publish publishPlugins uploadArchives release closeAndReleaseStagingRepository closeAndReleaseRepository flywayClean flywayUndo liquibaseDropAll liquibaseRollback dropAll bintrayUpload'.split(
    ' ',
  );

/** Gradle accepts abbreviated names of tasks, also in each part of a name: `flyC`. */
function isFinalTask(word: string): boolean {
  const name = word.split(':').at(-1) ?? '';
  if (!/^[a-zA-Z][\w-]*$/u.test(name) || name.length < 3) return false;
  if (/^publish(?!\w*ToMavenLocal$)/u.test(name)) return true;
  const parts = new RegExp(`^${name.replace(/[A-Z]/gu, '[a-z\\d]*$&')}`, 'u');
  return FINAL_TASKS.some((task) => parts.test(task));
}

const GRADLE: readonly Form[] = [
  options('--init-script --gradle-distribution-url --include-build --build-file --project-dir --settings-file --gradle-user-home', RUNS),
  // Letters without a value may come first.
  { operand: /^-[adhimqsStuvVw?]*[bcgIp]/u, why: RUNS },
  { operand: /java\.home|jvmargs|user\.home|projectcachedir/iu, why: RUNS },
  { when: (values) => values.some(isFinalTask), why: FINAL, irreversible: true },
  verbs('wrapper init', 'it fetches another version of Gradle, or makes files from a template'),
];

/** Maven and Gradle. */
export const JAVA_BUILD_FORMS: readonly (readonly [string, readonly Form[]])[] = [
  ...['gradle', 'gradlew'].map((name) => [name, GRADLE] as const),
  ...['mvn', 'mvnw', 'mvnd'].map((name) => [name, MAVEN] as const),
];
