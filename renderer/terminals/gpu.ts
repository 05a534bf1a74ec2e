import type { Terminal } from '@xterm/xterm';

/** Renderers that paint in software: there the page's own text is quicker. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

let usable: boolean | undefined;

/** Draws a terminal with the graphics card, where there is one, until the context is lost. Graphics contexts are few: only for terminals on screen. */
export async function drawWithGpu(terminal: Terminal): Promise<void> {
  usable ??= hasGpu();
  if (!usable) return;
  const { WebglAddon } = await import('@xterm/addon-webgl');
  try {
    const addon = new WebglAddon();
    addon.onContextLoss(() => addon.dispose());
    terminal.loadAddon(addon);
  } catch {
    // It stays with the page's own text.
  }
}

function hasGpu(): boolean {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (!gl) return false;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer: unknown = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : '';
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof renderer === 'string' && !SOFTWARE.test(renderer);
}
