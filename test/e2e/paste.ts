import type { Locator } from 'playwright/test';
import { expect } from './host.ts';

/** Pastes into a field like the browser. `png`: an image with that many pixels per side. */
export async function paste(field: Locator, { words = '', png = 0 }: { readonly words?: string; readonly png?: number }): Promise<void> {
  await expect(field).toBeEditable();
  await field.focus();
  // Evaluated in the page, whose globals test code has no types for.
  await field.page().evaluate(
    `(async ({ words, png }) => {
      const data = new DataTransfer();
      if (words !== '') data.setData('text/plain', words);
      if (png > 0) {
        const canvas = new OffscreenCanvas(png, png);
        const context = canvas.getContext('2d');
        for (let at = 0; at < png; at += 7) context.fillRect(at, (at * 13) % png, 5, 9);
        data.items.add(new File([await canvas.convertToBlob({ type: 'image/png' })], 'shot.png', { type: 'image/png' }));
      }
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    })(${JSON.stringify({ words, png })})`,
  );
}

/** Drops a text file on a field like the browser. */
export async function dropTextFile(field: Locator, name: string): Promise<void> {
  await field.focus();
  await field.page().evaluate(
    `((name) => {
      const data = new DataTransfer();
      data.items.add(new File(['notes'], name, { type: 'text/plain' }));
      document.activeElement.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    })(${JSON.stringify(name)})`,
  );
}
