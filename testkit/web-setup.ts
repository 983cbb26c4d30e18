/** What a component test needs around it: each test starts with an empty document. */
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);
