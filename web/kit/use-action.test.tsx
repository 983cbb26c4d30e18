/** What a button does at the server. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { billingContract } from '#contract/billing.contract.ts';
import { openPage } from '../features/projects/page-fixture.tsx';
import { ActionButton } from './action-button.tsx';
import { useAction } from './use-action.ts';

function Page() {
  const action = useAction(billingContract.cancel, { success: 'Canceled.', failure: 'Failed:' });
  return (
    <ActionButton action={action} busy="Canceling...">
      Cancel plan
    </ActionButton>
  );
}

test('an action is sent once, also where nothing follows it', async () => {
  const page = openPage(Page, { path: '/payment' }, () => ({ data: {} }));
  const button = screen.getByRole('button', { name: 'Cancel plan' });
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByText('Canceled.');
  await waitFor(() =>
    expect(page.sent.filter(({ path }) => path.includes('cancel-subscription'))).toHaveLength(1),
  );
});
