/**
 * The script of the frame in which a person confirms what the window's page asks for. The page owns the layout around it, so a press counts
 * only if the person could see what they press: visible, still and large enough for a while, with the pointer or the focus inside meanwhile.
 * It imports nothing, and takes nothing from the page.
 */

/** How long the frame must have been visible, unmoved and unchanged in size. Milliseconds. */
const STEADY_FOR = 500;
/** How long the pointer or the focus must have been inside. Milliseconds. */
const INSIDE_FOR = 300;
/** How long after another key Enter may confirm. Milliseconds. */
const QUIET_FOR = 500;
/** Smaller, it can't be read. Pixels. */
const MIN_SIZE = { width: 280, height: 180 };
const UNSTEADY = 'Ignored: the question had only just appeared or moved, or something covers it.';
const TAP_AGAIN = 'Tap Confirm once more. The first tap only shows that the question stays where it is.';
const OWN_KEYS = new Set(['Tab', 'Shift', 'Enter', ' ', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']);

const confirmButton = document.getElementById('confirm');
const cancelButton = document.getElementById('cancel');
const status = document.getElementById('status');

let isVisible = false;
/** When it was last hidden, moved or resized. */
let movedAt = performance.now();
/** Where the frame is on the screen, as the pointer tells. */
let place = '';
/**
 * When the pointer came in; `null` while it is elsewhere.
 * @type {number | null}
 */
let pointerSince = null;
/**
 * The same of the focus.
 * @type {number | null}
 */
let focusSince = null;
/** The person moved the focus inside the frame with Tab or the pointer: it wasn't put there by the page. */
let tabbed = false;
/**
 * Why the press that has begun doesn't count; `undefined` if it does. A click without a press that began here doesn't.
 * @type {string | undefined}
 */
let beganTooSoon = UNSTEADY;
/** The press that has begun is of a finger, or of a pen: it comes without a pointer that was there before, and is gone before the click. */
let isTouch = false;
/**
 * The first touch, if no pointer was here before: it only tells where the frame is.
 * @type {number | undefined}
 */
let firstTouch;
let typedAt = Number.NEGATIVE_INFINITY;
let sent = false;

// Chromium alone tells whether a frame is covered, transparent or scaled (`trackVisibility`); others tell whether it is in view.
const tracksVisibility = 'isVisible' in IntersectionObserverEntry.prototype;
new IntersectionObserver(
  (entries) => {
    /** @type {(IntersectionObserverEntry & { isVisible?: boolean }) | undefined} */
    const entry = entries.at(-1);
    const now = entry !== undefined && entry.intersectionRatio > 0.99 && (!tracksVisibility || entry.isVisible === true);
    if (!now || !isVisible) moved();
    isVisible = now;
  },
  { threshold: [0, 0.5, 0.99, 1], trackVisibility: true, delay: 100 },
).observe(document.documentElement);
addEventListener('resize', moved);
document.addEventListener('visibilitychange', moved);

document.addEventListener('pointerover', followPointer);
document.addEventListener('pointermove', followPointer);
// The page may have moved the frame under a pointer that stood still, or while it was held down.
document.addEventListener('pointerup', followPointer);
document.addEventListener('pointerdown', (event) => {
  isTouch = event.pointerType !== 'mouse';
  followPointer(event);
  beganTooSoon = event.pointerId === firstTouch ? TAP_AGAIN : whyNotPressed();
});
document.documentElement.addEventListener('pointerleave', () => {
  pointerSince = null;
});
addEventListener('focus', () => {
  focusSince ??= performance.now();
});
addEventListener('blur', () => {
  focusSince = null;
  tabbed = false;
});
addEventListener('keydown', (event) => {
  if (!event.isTrusted) return;
  if (event.key === 'Escape') return void answer(false);
  if (event.key === 'Tab') tabbed = true;
  else if (!OWN_KEYS.has(event.key)) typedAt = performance.now();
});
confirmButton.addEventListener('click', (event) => {
  const why = whyNot(event);
  beganTooSoon = UNSTEADY;
  if (why === undefined) void answer(true);
  else if (event.isTrusted) status.textContent = why;
});
cancelButton.addEventListener('click', () => void answer(false));
if (document.hasFocus()) focusSince = performance.now();

// Shows when the button counts. What counts is checked again at the press.
setInterval(() => {
  const ready = isSteady() && (isTouch || isInside(pointerSince) || isInside(focusSince));
  confirmButton.setAttribute('aria-disabled', String(!ready));
}, 100);

function moved() {
  movedAt = performance.now();
  // At once: who waits for the button must not see that it counted before.
  confirmButton.setAttribute('aria-disabled', 'true');
  // Also a press that has begun.
  beganTooSoon = UNSTEADY;
}

/** @param {PointerEvent} event */
function followPointer(event) {
  if (!event.isTrusted) return;
  const now = `${Math.round(event.screenX - event.clientX)},${Math.round(event.screenY - event.clientY)}`;
  // A finger tells nothing before it is there, so the page may have moved the frame under it.
  if (place === '' && event.pointerType === 'touch') firstTouch = event.pointerId;
  if (now !== place) {
    moved();
    pointerSince = performance.now();
  }
  place = now;
  pointerSince ??= performance.now();
}

function isSteady() {
  const isLarge = innerWidth >= MIN_SIZE.width && innerHeight >= MIN_SIZE.height;
  return isVisible && isLarge && performance.now() - movedAt >= STEADY_FOR;
}

/** @param {number | null} since */
function isInside(since) {
  return since !== null && performance.now() - since >= INSIDE_FOR;
}

/**
 * Why a press is ignored; `undefined` if it counts.
 * @param {MouseEvent} event
 */
function whyNot(event) {
  if (!event.isTrusted) return 'Ignored: no person pressed it.';
  if (event.detail > 0) return beganTooSoon ?? whyNotPressed();
  if (!isSteady()) return UNSTEADY;
  if (!tabbed || !isInside(focusSince)) return 'Ignored: go to the button with Tab, then press Enter.';
  return performance.now() - typedAt < QUIET_FOR ? 'Ignored: you were typing. Press Enter again.' : undefined;
}

/** Why a press of the pointer is ignored, where it begins and where it ends. */
function whyNotPressed() {
  if (!isSteady()) return UNSTEADY;
  return isTouch || isInside(pointerSince) ? undefined : 'Ignored: the pointer had only just come here.';
}

/** @param {boolean} confirmed */
async function answer(confirmed) {
  if (sent) return;
  sent = true;
  const { secret, digest } = confirmButton.dataset;
  try {
    const response = await fetch(location.pathname, { method: 'POST', body: JSON.stringify({ secret, digest, confirmed }) });
    parent.postMessage(confirmed && response.ok ? 'confirmed' : 'cancelled', '*');
  } catch {
    sent = false;
    status.textContent = 'Gatehouse can’t be reached. Try again.';
  }
}
