/** A button's action on the server. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { myAgencyContract } from '#contract/my-agency.contract.ts';
import { openPage } from '../features/projects/shared/page-fixture.tsx';
import { ActionButton } from './action-button.tsx';
import { useAction } from './use-action.ts';

function Page() {
  const action = useAction(myAgencyContract.leave, { success: 'Left.', failure: 'Failed:' });
  return (
    <ActionButton action={action} busy="Leaving...">
      Leave agency
    </ActionButton>
  );
}

test('an action is sent once, even without a follow-up', async () => {
  const page = openPage(Page, { path: '/my-agency' }, () => ({ data: {} }));
  const button = screen.getByRole('button', { name: 'Leave agency' });
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByText('Left.');
  await waitFor(() =>
    expect(page.sent.filter(({ path }) => path.includes('my-agency/leave'))).toHaveLength(1),
  );
});
