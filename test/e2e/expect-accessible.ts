import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect } from './host.ts';

/** Switches colors without a transition, so that axe never measures one in between. */
const NO_TRANSITIONS = '*, *::before, *::after { transition: none !important; }';

/** 1280 × 800 at 200 %. */
const DOUBLE_ZOOM = { width: 640, height: 400 };

type Theme = 'dark' | 'light';

/**
 * Asserts that axe finds no serious or critical violation, naming each with its elements. Themes differ only in colors. Default: both
 * themes.
 */
export async function expectAccessible(page: Page, state: string, themes: readonly Theme[] = ['dark', 'light']): Promise<void> {
  await page.addStyleTag({ content: NO_TRANSITIONS });
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Legacy mode runs only in this page and is much faster; it can't inspect cross-origin frames, and there are none.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    const { violations } = await (colorScheme === themes[0] ? axe : axe.withRules('color-contrast')).analyze();
    const found = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join('\n  ')}`);
    expect(found, `${state}, ${colorScheme}`).toEqual([]);
  }
}

/** Asserts that axe finds no violation at all in a part of the window as it is now. */
export async function expectNoViolation(page: Page, part: string): Promise<void> {
  await page.addStyleTag({ content: NO_TRANSITIONS });
  expect((await new AxeBuilder({ page }).include(part).analyze()).violations).toEqual([]);
}

/**
 * At 200 %: nothing interactive lies outside the window, behind another element or in a part that can't be scrolled to, no text is cut
 * without an ellipsis, and nothing animates with reduced motion.
 */
export async function expectReachableZoomed(page: Page, state: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(DOUBLE_ZOOM);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => page.evaluate<string[]>(FIND_UNREACHABLE), { message: `${state}, at 200 %` }).toEqual([]);
  if (before) await page.setViewportSize(before);
}

/** In forced colors, where backgrounds and shadows disappear, the selection and each timeline bar are still distinguishable. */
export async function expectForcedColors(page: Page, state: string): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  await expect.poll(() => page.evaluate<string[]>(FIND_INDISTINCT), { message: `${state}, in forced colours` }).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}

// As a string, because test code has no DOM types.
const FIND_INDISTINCT = `(() => {
  const CHOSEN = '[aria-selected="true"], [aria-pressed="true"], [aria-current]:not([aria-current="false"])';
  const lacksOutline = (el) => getComputedStyle(el).outlineStyle === 'none';
  const bars = [...document.querySelectorAll('[data-bar] > div > *')].filter((el) => el.getBoundingClientRect().width > 0);
  const ground = getComputedStyle(document.body).backgroundColor;
  // A border keeps a colour of its own.
  const blank = ({ backgroundColor, backgroundImage, borderLeftStyle }) =>
    borderLeftStyle === 'none' && backgroundImage === 'none' && (backgroundColor === ground || backgroundColor === 'rgba(0, 0, 0, 0)');
  return [
    ...[...document.querySelectorAll(CHOSEN)].filter((el) => el.checkVisibility() && lacksOutline(el)).map((el) => 'chosen: ' + el.outerHTML.slice(0, 120)),
    ...bars.filter((el) => blank(getComputedStyle(el)) && el.textContent === '').map((el) => 'bar: ' + el.outerHTML.slice(0, 120)),
    ...(bars.length === 0 && document.querySelector('[data-bar]') ? ['no bar is drawn'] : []),
  ];
})()`;

const FIND_UNREACHABLE = `(() => {
  const found = [];
  const nameOf = (el) => (el.getAttribute('aria-label') ?? el.innerText ?? '').slice(0, 60).replaceAll('\\n', ' ') || el.outerHTML.slice(0, 120);
  const shown = (el) => el.checkVisibility({ visibilityProperty: true }) && !el.closest('[inert], [aria-hidden="true"], .xterm, .visually-hidden');
  const open = [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"][data-open]')].filter(shown).at(-1);
  const root = open ?? document.body;
  const troubleWith = (el) => {
    const box = el.getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1) return 'sticks out sideways: ' + nameOf(el);
    const [x, y] = [(Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2, (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2];
    const hit = document.elementFromPoint(x, y);
    const label = el.closest('label') ?? el.parentElement;
    if (hit && (el.contains(hit) || (el.tagName === 'INPUT' && label.contains(hit)))) return undefined;
    return 'can’t be reached: ' + nameOf(el) + (hit ? ', below ' + hit.outerHTML.slice(0, 100) : ', outside the window');
  };
  if (document.scrollingElement.scrollWidth > innerWidth) found.push('the window scrolls sideways');
  const CONTROLS = 'button, a[href], input, textarea, select, summary, [role="tab"], [role="option"], [role="combobox"], [role="menuitem"]';
  for (const el of root.querySelectorAll(CONTROLS)) {
    const size = el.getBoundingClientRect();
    if (!shown(el) || size.width < 4 || size.height < 4 || el.disabled) continue;
    // A floating element may cover the edge of a list, but not what is further along it.
    let trouble;
    for (const block of ['nearest', 'center', 'start', 'end']) {
      el.scrollIntoView({ block, inline: 'nearest' });
      trouble = troubleWith(el);
      if (trouble === undefined) break;
    }
    if (trouble !== undefined) found.push(trouble);
  }
  for (const el of root.querySelectorAll('*')) {
    if (!shown(el) || el.tagName === 'TEXTAREA' || el.tagName === 'INPUT') continue;
    const style = getComputedStyle(el);
    const text = [...el.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    const clips = (value) => value === 'hidden' || value === 'clip';
    // What is a pixel wide is only read out.
    if (text && el.clientWidth > 1 && clips(style.overflowX) && style.textOverflow !== 'ellipsis' && el.scrollWidth > el.clientWidth + 1) found.push('cut at its side: ' + nameOf(el));
    // Where items wrap, those without room are left out whole.
    const leavesOut = style.flexWrap === 'wrap';
    if (clips(style.overflowY) && el.scrollHeight > el.clientHeight + 4 && el.clientHeight > 1 && !leavesOut && !el.closest('[role="row"]')) found.push('cut at its end: ' + el.className + ' ' + nameOf(el));
  }
  for (const animation of document.getAnimations())
    if (animation.playState === 'running') found.push('moves: ' + (animation.animationName ?? animation.transitionProperty));
  return [...new Set(found)];
})()`;

/** Everything a screen reader would have announced: the text of live regions at each change. */
export async function listenTo(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(LISTEN);
  return () => page.evaluate<string[]>('window.said');
}

const LISTEN = `
  window.said = [];
  const last = new WeakMap();
  const LIVE = '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"])';
  const look = (region) => {
    const text = region.textContent.trim();
    if (text !== '' && last.get(region) !== text) window.said.push(text);
    last.set(region, text);
  };
  new MutationObserver((records) => {
    const regions = new Set();
    for (const { target, addedNodes } of records) {
      const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(LIVE);
      if (region) regions.add(region);
      for (const node of addedNodes) if (node.nodeType === 1) for (const one of [node, ...node.querySelectorAll('*')]) if (one.matches(LIVE)) regions.add(one);
    }
    regions.forEach(look);
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;
