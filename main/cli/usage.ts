import type { Writable } from 'node:stream';
import { printableLine, printableText } from '#shared/printable.ts';

/** Exit codes of every command; `docs/automation.md` says what each means. */
export const EXIT = { success: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** Bad usage: the message says what to do; the process exits with 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** No program of this name is installed. */
const HOW_TO_RUN = 'In Gatehouse’s checkout, “gatehouse” stands for: npm run -s gatehouse --';

export const USAGE = `${HOW_TO_RUN}

Usage:
  gatehouse serve [--port N] [--project DIR] [--demo DIR]
      The window, in a browser on this machine. Prints the address on a line of its own.
        --host ADDRESS               let other machines connect to this address (0.0.0.0: all addresses of this machine)
        --tls-cert FILE --tls-key FILE  encrypt with your own certificate and key (PEM); --host needs this or --without-tls
        --without-tls                with --host: don’t encrypt, because the network does
        --name NAME                  a name by which browsers reach this machine, besides the certificate’s; may be given more than once
        --console                    read commands from standard input: links for other browsers, and signing browsers out
        --sign-out-after HOURS       sign out browsers not used for this long (default with --host: 24)
  gatehouse run --project DIR --prompt TEXT [options]
      One session without a window. What would ask is denied; standard error names each denied call with the reason.
        --permission-mode MODE       default, acceptEdits, plan, dontAsk, auto or bypassPermissions
        --settings JSON-or-FILE      more settings, above the local, project and user files
        --model NAME                 the model to use
        --output-format FORMAT       text (default) or stream-json, one object per line
        --script FILE                play a script instead of calling a model
        --resume ID|last             continue a session of this project
        --fork-session               with --resume: continue in a copy of that session
        --max-turns N                stop after N requests to the model
        --max-budget-usd N           stop before the next request once the session has cost N US dollars
        --allowed-tools LIST         allow rules, separated by commas: "Read,Bash(npm test)"
        --disallowed-tools LIST      deny rules, separated by commas
        --tools LIST                 only these built-in tools: "Bash,Read"; "" for none, default for all
        --bare                       only Bash, Edit and Read, no instruction files, no MCP servers
        --add-dir DIR                another working directory; may be given more than once
        --mcp-config JSON-or-FILE    more MCP servers; may be given more than once
        --trust                      trust the folder’s own settings
        --init, --maintenance        run Setup hooks (init or maintenance) first
      Environment: ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, ANTHROPIC_MODEL, GATEHOUSE_HOME
      Exit code: 0 if the agent finished, even if calls were denied; 1 if the run failed or reached --max-turns or --max-budget-usd;
      2 if the options are wrong; 130 if it was stopped.
  gatehouse explain --project DIR [--home DIR] < calls.jsonl > decisions.jsonl
      Decides calls without running anything. A call is one line of JSON: {"tool":"Bash","input":{"command":"npm test"}}
      Exit code 2 if a line isn’t a call.
  gatehouse doctor [--project DIR] [--home DIR] [--all] [--json]
      What is set up for a folder (settings, rules, plugins, hooks, MCP servers, agents, skills, instructions) and what each part does
      here, problems first. Runs nothing. Exit code 1 if something is broken. --all also lists what works; --json is for programs.
  gatehouse sign-in SERVER [--project DIR] [--mcp-config JSON-or-FILE]
      Signs in to an MCP server of a folder in your browser, for runs without a window.
  gatehouse plugin [list] [--project DIR] [--json]
      The plugins that are installed or that settings name, what each does, and the known marketplaces.
  gatehouse plugin install|update NAME@MARKETPLACE
      Installs a plugin or its newest version and prints what it does. It stays off until it is accepted.
  gatehouse plugin enable NAME@MARKETPLACE [--accept CONTENT]
      Turns the plugin on in your settings. A new or changed one needs --accept with the content that install or list printed.
  gatehouse plugin disable|remove NAME@MARKETPLACE
  gatehouse plugin marketplace [list] | add OWNER/REPOSITORY|ADDRESS|FOLDER | update NAME | remove NAME
      Where plugins can be installed from. After a “#”, a branch or tag.
  gatehouse audit [list] [filters] [--limit N] [--format text|jsonl|csv]
      What was allowed, denied and asked, by whom and by which rule; the newest last. --limit 0 shows all (default for text: 50).
        --project DIR  --session ID  --tool NAME  --outcome allow,deny,ask,cancelled,ended,refused
        --since WHEN   --until WHEN  a date or time (2026-01-31, 2026-01-31T09:00Z) or an age (30m, 12h, 2d, 1w)
  gatehouse audit export --format jsonl|csv [filters]
      The whole record, for other programs.
  gatehouse audit report [--since WHEN] [--until WHEN] [--project DIR] [--session ID] [--format markdown|csv|json]
      What agents touched: files written, commands run, hosts reached, what was denied and what asked. A week unless --since is given.
  gatehouse audit verify [--fingerprint HASH]
      Checks that no record was changed or removed. Exit code 1, with file and line, if one was.
      With the fingerprint that an earlier check printed, it also checks that the log wasn’t replaced as a whole.
`;

const COMMAND = /^ {2}gatehouse (\S+)/u;

/** What `USAGE` says of one command; all of it for an unknown one. */
export function usageOf(command: string): string {
  let isAbout = false;
  const lines = USAGE.split('\n').filter((line) => {
    const name = COMMAND.exec(line)?.[1];
    if (name !== undefined) isAbout = name === command;
    return isAbout;
  });
  return lines.length === 0 ? USAGE : `${HOW_TO_RUN}\n\nUsage:\n${lines.join('\n').trimEnd()}\n`;
}

interface PrintedError {
  /** Default: standard error. */
  readonly stream?: Writable;
  /** Default: one line, so that a line break can't fake another message. */
  readonly lines?: 'many';
}

/** Prints an error message, escaped: names and paths in it may come from anywhere. */
export function printError(message: string, { stream = process.stderr, lines }: PrintedError = {}): void {
  stream.write(`gatehouse: ${lines === 'many' ? printableText(message) : printableLine(message)}\n`);
}
