import type { Terminal } from '@xterm/xterm';

/** Software renderers, which are slower than the DOM renderer. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

let usable: boolean | undefined;

/** Uses the WebGL renderer if there is a GPU, until the context is lost. Contexts are limited: only for visible terminals. */
export async function drawWithGpu(terminal: Terminal): Promise<void> {
  usable ??= hasGpu();
  if (!usable) return;
  const { WebglAddon } = await import('@xterm/addon-webgl');
  try {
    const addon = new WebglAddon();
    addon.onContextLoss(() => addon.dispose());
    terminal.loadAddon(addon);
  } catch {
    // Keep the DOM renderer.
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
