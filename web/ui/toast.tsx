/**
 * Toasts: a fixed text, optional details and Undo. Screen readers announce them (errors at once), and they
 * stay while hovered. They cover nothing: on wide screens they are in the sidebar's column, whose links move
 * up; on narrow ones they are below the header and move the page down.
 */
import { type NotificationData, Notifications, notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useEffect, useRef } from 'react';
import classes from './toast.module.css';
import { holdHandlers } from './use-closing-clock.ts';

export interface Toast {
  kind: 'success' | 'error' | 'note';
  /** Fixed text. */
  text: string;
  detail?: string;
  /** Undo, offered while the toast is shown. */
  undo?: { label: string; act: () => void };
  /** Duration; by default it depends on the kind. */
  staysMs?: number;
  /** Called while the toast is hovered or focused, so that a redirect waits. */
  onHold?: (isHeld: boolean) => void;
  /** Called when it disappears: after its time, by a click, or by the function that `showToast` returns. */
  onClose?: () => void;
}

const ICONS = { success: CircleCheck, error: CircleAlert, note: Info };
const STAYS_MS = { success: 5000, error: 10_000, note: 8000 };

/** Shows a toast; the same text isn't stacked twice. @returns a function that closes it */
export function showToast({ kind, text, detail, undo, staysMs, onHold, onClose }: Toast): () => void {
  const Icon = ICONS[kind];
  const id = `${kind}:${text}:${detail ?? ''}`;
  const act = () => {
    undo?.act();
    notifications.hide(id);
  };
  const autoClose = staysMs ?? STAYS_MS[kind];
  let isHeld = false;
  const hold = (isNow: boolean) => {
    if (isNow === isHeld) return;
    isHeld = isNow;
    notifications.update({ ...toast, autoClose: isHeld ? false : autoClose });
    onHold?.(isHeld);
  };
  const toast: NotificationData & { id: string } = {
    id,
    role: kind === 'error' ? 'alert' : 'status',
    title: text,
    message: undo ? (
      <>
        {detail}{' '}
        <button type="button" className={classes.undo} onClick={act}>
          {undo.label}
        </button>
      </>
    ) : (
      detail
    ),
    icon: <Icon size={20} />,
    autoClose,
    closeButtonProps: { 'aria-label': 'Close this message' },
    classNames: {
      root: classes.toast,
      icon: classes.icon,
      title: classes.title,
      body: classes.body,
      description: classes.description,
      closeButton: classes.close,
    },
    'data-kind': kind,
    ...holdHandlers(hold),
    onClose: () => {
      onHold?.(false);
      onClose?.();
    },
  };
  notifications.hide(id);
  notifications.show(toast);
  return () => void notifications.hide(id);
}

const POSITION = 'bottom-left';

/** Container of the toasts; once in the application. */
export function ToastHost() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => measureStack(host.current), []);
  return (
    <div ref={host}>
      <Notifications
        withinPortal={false}
        className={classes.host ?? ''}
        position={POSITION}
        containerWidth={307}
        limit={4}
        zIndex={400}
      />
    </div>
  );
}

/** Keeps the height of the toasts in `--toast-height`, for the space that the sidebar and the page leave. */
function measureStack(host: HTMLElement | null) {
  const stack = host?.querySelector<HTMLElement>(`[data-position="${POSITION}"]`);
  if (!stack) return undefined;
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => style.setProperty('--toast-height', `${stack.offsetHeight}px`));
  watch.observe(stack);
  return () => {
    watch.disconnect();
    style.removeProperty('--toast-height');
  };
}
