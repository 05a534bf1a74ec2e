import { describe, expect, it } from 'vitest';
import { checkCircles, checkFile } from '../../../scripts/lib/layers.mjs';

describe('import layers', () => {
  it.each([
    ['shared/session/fold.ts', `import { z } from 'zod';`],
    ['shared/session/fold.ts', `import { a } from '../permission/mode.ts';`],
    ['renderer/app/app.tsx', `import { useState } from 'react'; import { a } from '#shared/session/fold.ts';`],
    ['renderer/app/workspace.tsx', `import { Inspector } from '../inspector/inspector.tsx';`],
    ['renderer/inspector/steps-section.tsx', `import { formatDuration } from '../time/duration.ts'; import { words } from './words.ts';`],
    ['renderer/settings/settings-pane.tsx', `import { TrustSetting } from '../projects/trust-setting.tsx';`],
    ['stories/panes.tsx', `import { Timeline } from '../renderer/timeline/timeline.tsx'; import { a } from '#shared/session/fold.ts';`],
    ['preload/index.ts', `import { contextBridge } from 'electron';`],
    ['main/tool/tool.ts', `import type { A } from '#main/permission/permission-engine.ts';`],
    ['main/tools/bash/bash.ts', `import { buildTool } from '#main/tool/build-tool.ts'; import { spawn } from 'node:child_process';`],
    ['main/tools/bash/bash.ts', `import { limit } from '../output-limit.ts';`],
    ['main/executor/pipeline.ts', `import type { SessionLog } from '#main/session/log.ts'; import { gate } from '../permission/gate.ts';`],
    ['main/engine.ts', `import { AgentSession } from './agent/session/agent-session.ts'; import { x } from './engine/access.ts';`],
    ['main/host/web/web-host.ts', `import { servePort } from '../port.ts';`],
    ['main/host/electron/start.ts', `import { app } from 'electron'; import { servePort } from '../port.ts';`],
    ['main/index.ts', `import { app } from 'electron'; import './host/electron/start.ts';`],
    ['main/cli/serve.ts', `import { startWebHost } from '../host/web/web-host.ts'; import { createEngine } from '../engine.ts';`],
    ['main/engine/project/demo.ts', `import { demoDir } from '#main/app-root.ts';`],
    ['main/tool/tool.ts', `import { createLogger } from '#main/log/logger.ts';`],
    ['main/tool/tool.ts', `// import { x } from 'electron';\nconst text = "import('electron')";`],
  ])('allows %s to import %s', (file, source) => {
    expect(checkFile(file, source)).toEqual([]);
  });

  it.each([
    ['shared/session/fold.ts', `import { readFileSync } from 'node:fs';`],
    ['shared/session/fold.ts', `import { create } from 'zustand';`],
    ['shared/session/fold.ts', `import { x } from '#main/tool/tool.ts';`],
    ['renderer/app/app.tsx', `import { x } from '#main/tool/tool.ts';`],
    ['renderer/app/app.tsx', `import type { x } from '../../main/tool/tool.ts';`],
    ['renderer/app/app.tsx', `import { ipcRenderer } from 'electron';`],
    ['renderer/app/app.tsx', `import path from 'node:path';`],
    ['renderer/app/app.tsx', `import { x } from '../../stories/fake-host.ts';`],
    ['renderer/timeline/timeline.tsx', `import { x } from '../app/app.tsx';`],
    ['renderer/timeline/timeline.tsx', `import type { x } from '../inspector/inspector.tsx';`],
    ['renderer/time/clock.ts', `import { x } from '../timeline/timeline.tsx';`],
    ['renderer/ui/toast.tsx', `import { x } from '../store/app-store.ts';`],
    ['renderer/attic/old.ts', `export const a = 1;`],
    ['stories/panes.tsx', `import { x } from '#main/tool/tool.ts';`],
    ['preload/index.ts', `import { x } from '#main/host/port.ts';`],
    ['main/tool/tool.ts', `import { decide } from '#main/permission/permission-engine.ts';`],
    ['main/tool/tool.ts', `import { decide, type A } from '#main/permission/permission-engine.ts';`],
    ['main/tools/bash/bash.ts', `import { runToolCall } from '#main/executor/pipeline.ts';`],
    ['main/tools/bash/bash.ts', `const x = await import('#main/engine.ts');`],
    ['main/permission/gate.ts', `export * from '../executor/pipeline.ts';`],
    ['main/permission/decide.ts', `import { createLogger } from '#main/log/logger.ts';`],
    ['main/session/log.ts', `import { x } from '../settings/load-settings.ts';`],
    ['main/executor/pipeline.ts', `import { loop } from '#main/agent/turn/run-turn.ts';`],
    ['main/agent/turn/run-turn.ts', `import { createEngine } from '../../engine.ts';`],
    ['main/engine.ts', `import { servePort } from './host/port.ts';`],
    ['main/engine.ts', `import { app } from 'electron';`],
    ['main/host/web/web-host.ts', `import { app } from '../electron/start.ts';`],
    ['main/host/web/web-host.ts', `const electron = require('electron');`],
    ['main/cli/serve.ts', `import '../host/electron/start.ts';`],
    ['main/cli/serve.ts', `import type { App } from 'electron';`],
    ['main/attic/old.ts', `export const a = 1;`],
  ])('rejects %s importing %s', (file, source) => {
    expect(checkFile(file, source)).toHaveLength(1);
  });

  it('reports the line and the import', () => {
    expect(checkFile('shared/a.ts', `const a = 1;\nimport fs from 'node:fs';`)).toEqual([
      { file: 'shared/a.ts', line: 2, message: 'shared must not use Node (node:fs)' },
    ]);
  });
});

describe('import circles', () => {
  it('reports files that import each other, types and lazy imports included', () => {
    const sources = new Map([
      ['shared/a.ts', `import type { B } from './b.ts';`],
      ['shared/b.ts', `const c = await import('./c.ts');`],
      ['shared/c.ts', `export { a } from './a.ts'; import { d } from './d.ts';`],
      ['shared/d.ts', `import { z } from 'zod';`],
    ]);
    expect(checkCircles(sources)).toEqual([{ file: 'shared/a.ts', line: 1, message: 'imports in a circle with shared/b.ts, shared/c.ts' }]);
  });

  it('reports nothing where a file is imported twice', () => {
    const sources = new Map([
      ['shared/a.ts', `import './b.ts'; import './c.ts';`],
      ['shared/b.ts', `import './c.ts';`],
      ['shared/c.ts', ``],
    ]);
    expect(checkCircles(sources)).toEqual([]);
  });
});
