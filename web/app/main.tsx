/** Starts the application: theme, styles under the page's nonce, router. */
import './trusted-types.ts';
import './no-eval.ts';
import './kit.css';
import './fonts.css';
import './tokens.css';
import './base.css';
import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { LucideProvider } from 'lucide-react';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { colorSchemeManager, followOtherTabs } from '#web/client/session.ts';
import { Maintenance } from './maintenance.tsx';
import { createRouter } from './router.tsx';
import { resolveVariables, theme } from './theme.ts';

/** The server makes a nonce for each page; style tags that are added later carry it. */
const readNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root element.');

// Dialogs that lock the scrolling and lists of choices add style tags of their own.
setNonce(readNonce());
followOtherTabs();

/**
 * In pieces between which the browser can do other work: the router begins to load the page in a task of
 * its own, and a transition draws it in slices.
 */
setTimeout(() => {
  const router = createRouter();
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={resolveVariables}
          colorSchemeManager={colorSchemeManager}
          defaultColorScheme="auto"
          getStyleNonce={readNonce}
        >
          <LucideProvider strokeWidth={1.75} absoluteStrokeWidth>
            <Maintenance>
              <RouterProvider router={router} />
            </Maintenance>
          </LucideProvider>
        </MantineProvider>
      </StrictMode>,
    ),
  );
});
