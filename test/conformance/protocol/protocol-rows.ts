/** A member that the rows T1 to T8 and L name, or a part of one, and the test that shows it through a public seam: file under `test/`, then its title. */
export type ShownMember = readonly [member: string, file: string, title: string];

const UNIT = 'unit';
const TOOL = `${UNIT}/tool`;
const EXECUTOR = `${UNIT}/executor`;
const DECIDE = `${UNIT}/permission/decide.test.ts`;
const CONTEXT = `${UNIT}/agent/sub-agents/narrower-permissions.test.ts`;
const MEMBERS = 'conformance/protocol/members.test.ts';
const OUTPUTS = 'conformance/tool-outputs.test.ts';

export const SHOWN: Readonly<Record<string, readonly ShownMember[]>> = {
  T1: [
    ['name', `${TOOL}/registry.test.ts`, 'contains each name once, preferring built-ins'],
    ['aliases', `${EXECUTOR}/call-succeeds.test.ts`, 'is found by an alias and logged under its name'],
    ['searchHint', `${UNIT}/tools/catalogue.test.ts`, 'loads these tools only on demand, each with words to find it by'],
    ['inputSchema', `${TOOL}/schema.test.ts`, 'is sent to the model as JSON Schema, byte-identical each time'],
    ['inputJSONSchema', `${TOOL}/schema.test.ts`, 'is sent to the model unchanged'],
    [
      'maxResultSizeChars',
      `${EXECUTOR}/result-budget.test.ts`,
      'over the limit is saved to a file, and the model reads start, end, sizes and path',
    ],
    ['strict', MEMBERS, 'strict is sent with the definition'],
    ['shouldDefer', `${UNIT}/agent/request/deferred-tools.test.ts`, 'one that requests it'],
    ['alwaysLoad', `${UNIT}/agent/request/deferred-tools.test.ts`, 'one that is always loaded'],
    ['mcpInfo', DECIDE, 'does not match one server’s rules to another with a similar name'],
    ['isMcp', `${TOOL}/registry.test.ts`, 'sorts built-ins, then MCP tools, by code point'],
  ],
  T2: [
    ['call', `${EXECUTOR}/call-succeeds.test.ts`, 'goes through all steps in order'],
    ['canUseTool', `${UNIT}/gate/tool-questions.test.ts`, 'gets “no” when the decision fails'],
    ['parentMessage', MEMBERS, 'a tool gets the message that contains its call'],
    ['onProgress', `${EXECUTOR}/call-succeeds.test.ts`, 'reports progress and the terminal while it runs, and nothing afterwards'],
    ['prompt', `${UNIT}/tools/catalogue.test.ts`, '%s has a stable prompt'],
    ['checkPermissions', DECIDE, 'treats a tool’s own denial as final and its ask as the ask'],
    ['validateInput', `${EXECUTOR}/call-never-runs.test.ts`, 'is validated and decided again'],
    ['preparePermissionMatcher', `${UNIT}/gate/tool-questions.test.ts`, 'is met when the tool throws'],
    ['isEnabled', `${TOOL}/registry.test.ts`, 'omits disabled tools'],
    ['isReadOnly', `${EXECUTOR}/interrupt.test.ts`, 'to send a message: read-only and waiting calls stop, a call that may write finishes'],
    ['isDestructive', `${UNIT}/permission/classifier/prompt.test.ts`, 'contains the parts in order'],
    ['isConcurrencySafe', `${EXECUTOR}/start-order.test.ts`, 'treats a throwing safety check as unsafe'],
    ['interruptBehavior', `${TOOL}/build-tool.test.ts`, 'finishes on an interrupt, unless it only reads'],
    ['requiresUserInteraction', DECIDE, 'asks a person when the tool requires one, despite bypass mode and allow rules'],
    [
      'backfillObservableInput',
      `${EXECUTOR}/call-succeeds.test.ts`,
      'keeps the model’s input, the observed input and the tool’s input separate',
    ],
    ['toAutoClassifierInput', `${TOOL}/build-tool.test.ts`, 'gives the classifier no text, so that it never approves it'],
    [
      'mapToolResultToToolResultBlockParam',
      `${EXECUTOR}/call-fails.test.ts`,
      'has a result even if its content or its view can’t be created',
    ],
  ],
  T3: [
    ['userFacingName', MEMBERS, 'a call whose view fails is shown by its name for people'],
    ['present', `${UNIT}/tools/catalogue.test.ts`, '%s never throws on any model input'],
    ['grouping of reads and searches', `${UNIT}/renderer/conversation/markdown-parts.test.ts`, 'groups calls %s, over: %s'],
    [
      'partial input, drawn while it arrives',
      'e2e/incoming-call.spec.ts',
      'a command appears as it is typed; stopping removes it, and it never becomes a call',
    ],
  ],
  T4: [
    [
      'enabled, not concurrency-safe, not read-only, not destructive',
      `${TOOL}/build-tool.test.ts`,
      'is offered, and treated as writing and not safe to run in parallel',
    ],
    ['no objection', `${TOOL}/build-tool.test.ts`, 'neither denies nor allows: the engine decides'],
    ['empty classifier input', `${TOOL}/build-tool.test.ts`, 'gives the classifier no text, so that it never approves it'],
    ['user-facing name', `${TOOL}/build-tool.test.ts`, 'is shown by its name, never deferred, and built in'],
  ],
  T5: [
    ['passthrough', `${TOOL}/build-tool.test.ts`, 'neither denies nor allows: the engine decides'],
    ['allow', DECIDE, 'applies a tool’s own allow only after deny and ask rules'],
    ['ask, deny', DECIDE, 'treats a tool’s own denial as final and its ask as the ask'],
    [
      'requiresUserInteraction and hooks',
      `${UNIT}/permission/hook-decision.test.ts`,
      'a tool that requires a person runs only with an input the hook supplied',
    ],
    [
      'requiresUserInteraction without a person',
      `${UNIT}/agent/session/ask-user-question.test.ts`,
      'isn’t offered, and is denied, when nobody can be asked',
    ],
    [
      'safety questions that throw',
      `${EXECUTOR}/hostile-tools.test.ts`,
      'throws when asked whether it is safe runs alone; about interrupts, it finishes',
    ],
  ],
  T6: [
    ['zod', `${TOOL}/schema.test.ts`, 'reports all mistakes at once'],
    ['JSON Schema', `${TOOL}/schema.test.ts`, 'is sent to the model unchanged'],
  ],
  T7: [
    ['data', OUTPUTS, '%s (case %i) has the published type'],
    ['newMessages', `${EXECUTOR}/call-succeeds.test.ts`, 'returns its messages, context modifier and exit code'],
    ['contextModifier', `${EXECUTOR}/result-order.test.ts`, 'of parallel calls apply after the batch, in call order'],
    ['mcpMeta', `${UNIT}/cli/run-mcp.test.ts`, 'prints what a server adds for programs, which the model reads as text'],
  ],
  T8: [
    [
      'options.tools',
      `${UNIT}/agent/request/tool-search.test.ts`,
      'run without loading when the input is valid; otherwise the error says how to load them',
    ],
    ['options.model', CONTEXT, 'has its own model, and asks people as its parent does'],
    ['options.isNonInteractive', CONTEXT, 'has its own model, and asks people as its parent does'],
    [
      'abortController',
      `${UNIT}/agent/sub-agents/aborts.test.ts`,
      'stopping an agent stops its descendants only; ending one stops only those it left in the background',
    ],
    ['readFileState', CONTEXT, 'has its parent’s read files, and reads of one don’t reach the other'],
    ['getAppState', CONTEXT, 'reads its parent’s permissions as they are now'],
    ['setAppState', CONTEXT, 'in the background %s: the session’s state is changed %i times'],
    ['setAppStateForTasks', CONTEXT, 'changes the task list of the session, in the background too'],
    ['agent', CONTEXT, 'is one level deeper, in its parent’s folder and session'],
    ['session, cwd', CONTEXT, 'works in its own worktree, with the permissions of the project'],
    ['services', CONTEXT, 'has the services for its calls, not those of the main agent'],
    ['elicitations', `${UNIT}/mcp/elicitation.test.ts`, 'asks for the fields of the reference server and sends the values'],
    ['permissions never wider than the parent’s', CONTEXT, 'is its parent’s, or plan or dontAsk under default'],
    [
      'a fork’s system prompt',
      `${UNIT}/agent/sub-agents/fork.test.ts`,
      'starts with the current conversation and an identical system prompt, and returns only its last message',
    ],
    ['a copy for each call', `${EXECUTOR}/result-order.test.ts`, 'give each call its own context'],
  ],
  L: [
    ['every tool, with its worst inputs', OUTPUTS, 'every built-in tool has a case'],
    ['Read: text', `${UNIT}/tools/read-tool.test.ts`, 'shows the first page of a long file and how to continue'],
    ['Read: images', `${UNIT}/tools/read-media.test.ts`, 'scales a large %s down and says so'],
    ['Read: PDF pages', `${UNIT}/tools/read-pdf.test.ts`, 'draws the pages %j'],
    ['Read: notebooks', `${UNIT}/tools/read-tool.test.ts`, 'notebooks, cell by cell with outputs'],
    ['Read: directories', `${UNIT}/tools/read-media.test.ts`, 'lists names A to Z, without what rules deny'],
    ['Read: device files', 'conformance/hostile-files.test.ts', 'Read refuses %s and says what to do'],
    ['Read: macOS screenshot names', `${UNIT}/tools/read-tool.test.ts`, 'finds a macOS screenshot by its name with plain spaces'],
    ['Write', `${UNIT}/tools/write-tool.test.ts`, 'replaces a file that was read, keeping mode, line endings and encoding'],
    ['Edit: must have been read', `${UNIT}/tools/edit-tool.test.ts`, 'a file that was not read'],
    ['Edit: stale file', `${UNIT}/tools/edit-tool.test.ts`, 'a file that changed since it was read, unless it was only touched'],
    ['Edit: near matches', `${UNIT}/tools/edit-near-matches.test.ts`, 'names the lines of several exact matches'],
    ['NotebookEdit', `${UNIT}/tools/notebook-edit-tool.test.ts`, 'replaces the source of a code cell and removes its outputs'],
    ['Glob', `${UNIT}/tools/glob-tool.test.ts`, 'shows a hundred files and the total'],
    ['Grep: head_limit', `${UNIT}/tools/grep-tool.test.ts`, '250 by default'],
    ['respectGitignore', `${UNIT}/tools/grep-tool.test.ts`, 'searches what git ignores if the settings say so'],
    ['Bash: a pseudo-terminal', `${UNIT}/terminal/everyday-commands.test.ts`, 'everyday commands'],
    ['Bash: end of file at once', `${UNIT}/terminal/terminal-service.test.ts`, 'reads end of file at once where nobody can type'],
    ['Bash: killed as a group', `${UNIT}/terminal/terminal-service.test.ts`, 'sends SIGTERM, then SIGKILL, at the timeout'],
    ['Bash: a bare sleep', `${UNIT}/tools/bash/bare-sleep.test.ts`, '%j is a bare sleep: %s'],
    ['Bash: working directory', `${UNIT}/tools/bash-tool.test.ts`, 'persists within the project'],
    ['Bash: sed previews', `${UNIT}/tools/bash/sed-preview.test.ts`, 'is shown as a diff beside its command, and applied as shown'],
    [
      'a denial with an image',
      'e2e/permissions.spec.ts',
      'a denial may contain images: the model sees them, and the conversation shows them',
    ],
    ['the audit log keeps the spans', `${UNIT}/audit/call-end-audit.test.ts`, 'expect(finished?.spans.length).toBeGreaterThan(3)'],
    ['a scripted model costs nothing', `${UNIT}/cli/run.test.ts`, 'costs nothing with a script, so that no budget ends it'],
    ['AskUserQuestion', `${UNIT}/agent/session/ask-user-question.test.ts`, 'returns the answers to the model, bound to what ran'],
    ['MCP tools', `${UNIT}/mcp/real-servers.test.ts`, 'over stdio: text, images, structured content, resources, tool errors'],
  ],
};

/** Members that SPEC names and the protocol doesn't have; `docs/spec.md` says why. */
export const ABSENT: readonly string[] = [
  'description',
  'isSearchOrReadCommand',
  'extractSearchText',
  'isLsp',
  'mcpClients',
  'mcpResources',
  'thinking',
  'budget',
  'refreshTools',
  'messages',
  'inProgressIds',
  'queryChain',
  'agentDefinitions',
  'systemPrompt',
  'notifications',
  'fileHistory',
  'resultReplacements',
  'denialCounts',
  'interruptible',
];
