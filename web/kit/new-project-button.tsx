/** Button that starts a project. */
import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';

export function NewProjectButton() {
  return (
    <Button
      component={Link}
      to="/projects/select-project-type"
      variant="filled"
      leftSection={<Plus size={18} />}
    >
      New project
    </Button>
  );
}
