/** Starts the application: theme, styles with the page's nonce, router. */
import './trusted-types.ts';
import './no-eval.ts';
import './kit.css';
import './fonts.css';
import './tokens.css';
import './base.css';
import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { LucideProvider } from 'lucide-react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { colorSchemeManager, followOtherTabs } from '#web/client/session.ts';
import { Maintenance } from './maintenance.tsx';
import { createRouter } from './router.tsx';
import { resolveVariables, theme } from './theme.ts';

/** The server creates a nonce for each page; style tags added later need it. */
const readNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root element.');

// Scroll locks and dropdowns add their own style tags.
setNonce(readNonce());
followOtherTabs();

const router = createRouter();
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
);
