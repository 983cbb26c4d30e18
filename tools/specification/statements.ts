/**
 * The statements of the specification that are no route and no call, each with the test that proves it. A
 * statement without a test is unproven, and stays in the list.
 */
export interface Statement {
  /** Of the specification. */
  point: number;
  says: string;
  /** File and title of the test, as it is written there. */
  test?: readonly [file: string, title: string];
  /** The text that the test must look for on the screen. */
  shows?: string;
}

export const STATEMENTS: readonly Statement[] = [
  {
    point: 1,
    says: '“Learn How Geoloom Delivers Value”',
    test: [
      'web/features/account/reset-password.test.tsx',
      'the panel next to the form says what the product is for',
    ],
    shows: 'Learn How Geoloom Delivers Value',
  },
  {
    point: 1,
    says: '“more than a tool, an SEO operating system”',
    test: [
      'web/features/account/reset-password.test.tsx',
      'the panel next to the form says what the product is for',
    ],
    shows: 'more than a tool, an SEO operating system',
  },
  {
    point: 1,
    says: '“Save Time”',
    test: [
      'web/features/account/reset-password.test.tsx',
      'the panel next to the form says what the product is for',
    ],
    shows: 'Save Time',
  },
  {
    point: 1,
    says: '“Efficiency”',
    test: [
      'web/features/account/reset-password.test.tsx',
      'the panel next to the form says what the product is for',
    ],
    shows: 'Efficiency',
  },
  {
    point: 1,
    says: '“Predictable”',
    test: [
      'web/features/account/reset-password.test.tsx',
      'the panel next to the form says what the product is for',
    ],
    shows: 'Predictable',
  },
  {
    point: 1,
    says: '“Lasting Results”',
    test: [
      'web/features/account/reset-password.test.tsx',
      'the panel next to the form says what the product is for',
    ],
    shows: 'Lasting Results',
  },
  {
    point: 1,
    says: '“Elite Tech Stack”',
    test: [
      'web/features/account/reset-password.test.tsx',
      'the panel next to the form says what the product is for',
    ],
    shows: 'Elite Tech Stack',
  },
  {
    point: 1,
    says: '“Boost MRR and Client Retention”',
    test: [
      'web/features/account/reset-password.test.tsx',
      'the panel next to the form says what the product is for',
    ],
    shows: 'Boost MRR and Client Retention',
  },
  {
    point: 2,
    says: '“Unexpected Application Error!”',
    test: ['web/app/routes.test.tsx', 'shows %s'],
    shows: 'Unexpected Application Error!',
  },
  {
    point: 2,
    says: '“Navigate”',
    test: ['web/app/shell.test.tsx', 'are those that exist, the present one marked, the projects counted'],
    shows: 'Navigate',
  },
  {
    point: 2,
    says: '“Administrator”',
    test: ['web/app/shell.test.tsx', 'have the group Administrator for the role %s'],
    shows: 'Administrator',
  },
  {
    point: 2,
    says: '“Account Settings”',
    test: ['web/app/shell.test.tsx', 'are those that exist, the present one marked, the projects counted'],
    shows: 'Account Settings',
  },
  {
    point: 2,
    says: '“Success!”',
    test: ['web/ui/dialogs.test.tsx', 'of kind %s is titled %s, says the message and closes after 2000 ms'],
    shows: 'Success!',
  },
  {
    point: 2,
    says: '“Oops!”',
    test: ['web/ui/dialogs.test.tsx', 'of kind %s is titled %s, says the message and closes after 2000 ms'],
    shows: 'Oops!',
  },
  {
    point: 2,
    says: '“10:00 AM EST”',
    test: [
      'web/app/maintenance.test.tsx',
      'says until when, and five clicks on the screw in the corner end it',
    ],
    shows: '10:00 AM EST',
  },
  {
    point: 2,
    says: '“Thank you for your patience.”',
    test: [
      'web/app/maintenance.test.tsx',
      'says until when, and five clicks on the screw in the corner end it',
    ],
    shows: 'Thank you for your patience.',
  },
  {
    point: 2,
    says: '“What can we help you find?”',
    test: [
      'web/app/search-box.test.tsx',
      'finds by any part of the name, in any case, in the order of the list',
    ],
    shows: 'What can we help you find?',
  },
  {
    point: 2,
    says: '“Change Password”',
    test: [
      'web/features/settings/settings-page.test.tsx',
      'Change Password sends the passwords once, keeps this browser signed in, and empties its fields',
    ],
    shows: 'Change Password',
  },
  {
    point: 2,
    says: '“New Tutorial”',
    test: [
      'web/features/tutorials/tutorial-forms.test.tsx',
      'a new tutorial lists what is missing, and leads to the tutorials after four seconds',
    ],
    shows: 'New Tutorial',
  },
  {
    point: 2,
    says: '“New Project”',
    test: [
      'e2e/screens.e2e.ts',
      'is allowed by the content security policy and has no barrier: menu, dialog, toast, list, search, account',
    ],
    shows: 'New Project',
  },
  { point: 2, says: '“Select Project Type”' },
  {
    point: 2,
    says: '“What Platform is Your Website Built on?”',
    test: [
      'web/features/projects/list/select-project-type-page.test.tsx',
      'shows the platforms in their order, each to be chosen',
    ],
    shows: 'What Platform is Your Website Built on?',
  },
  {
    point: 2,
    says: '“Add Domain”',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'a domain is added once it is valid, and the form leads to the domains after two seconds',
    ],
    shows: 'Add Domain',
  },
  {
    point: 2,
    says: '“Add a new domain to your account.”',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'a domain is added once it is valid, and the form leads to the domains after two seconds',
    ],
    shows: 'Add a new domain to your account.',
  },
  {
    point: 2,
    says: '“New Domain”',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'a domain is added once it is valid, and the form leads to the domains after two seconds',
    ],
    shows: 'New Domain',
  },
  {
    point: 2,
    says: '“Make sure there are no typos, once added you cannot make changes.”',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'a domain is added once it is valid, and the form leads to the domains after two seconds',
    ],
    shows: 'Make sure there are no typos, once added you cannot make changes.',
  },
  {
    point: 2,
    says: '“Domain Name”',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'a domain is added once it is valid, and the form leads to the domains after two seconds',
    ],
    shows: 'Domain Name',
  },
  {
    point: 2,
    says: '“Website Type”',
    test: ['e2e/domains.e2e.ts', 'is added once however often the button is pressed, listed, and changed'],
    shows: 'Website Type',
  },
  {
    point: 2,
    says: '“Domain added successfully!”',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'a domain is added once it is valid, and the form leads to the domains after two seconds',
    ],
    shows: 'Domain added successfully!',
  },
  {
    point: 2,
    says: '“Edit Domain”',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'the edit form checks nothing, fills in what is stored, and leads to the domains after two seconds',
    ],
    shows: 'Edit Domain',
  },
  {
    point: 2,
    says: '“Edit domain to your account.”',
    test: ['web/features/domains/domain-forms.test.tsx', 'a save that fails shows %s'],
    shows: 'Edit domain to your account.',
  },
  {
    point: 2,
    says: '“Save Domain”',
    test: ['e2e/domains.e2e.ts', 'is added once however often the button is pressed, listed, and changed'],
    shows: 'Save Domain',
  },
  {
    point: 2,
    says: '“Domain saved successfully!”',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'the edit form checks nothing, fills in what is stored, and leads to the domains after two seconds',
    ],
    shows: 'Domain saved successfully!',
  },
  {
    point: 2,
    says: '“Create Project”',
    test: ['e2e/save-project.e2e.ts', 'closes Save while a fault stands, and says so next to it'],
    shows: 'Create Project',
  },
  {
    point: 2,
    says: '“Enter your project information below”',
    test: [
      'web/features/projects/form/create-project-send.test.tsx',
      'the form of a WordPress project has the fixed sections, fields and buttons, and no others',
    ],
    shows: 'Enter your project information below',
  },
  {
    point: 2,
    says: '“Project Details”',
    test: ['web/features/projects/form/create-project-send.test.tsx', 'each text is at its own field too'],
    shows: 'Project Details',
  },
  {
    point: 2,
    says: '“Site base URL”',
    test: ['e2e/platforms.e2e.ts', '$name goes from the choice to the download'],
    shows: 'Site base URL',
  },
  {
    point: 2,
    says: '“Upload Images”',
    test: ['e2e/geocoder.e2e.ts', 'leads from the choice to the opened zip'],
    shows: 'Upload Images',
  },
  {
    point: 2,
    says: '“Upload Seed Page”',
    test: [
      'web/features/projects/list/unsure-card.test.tsx',
      'the form that is opened next has the file already, once',
    ],
    shows: 'Upload Seed Page',
  },
  {
    point: 2,
    says: '“Import Spreadsheet Data”',
    test: ['e2e/create-project.e2e.ts', 'waits, without a complaint, for the other of the two'],
    shows: 'Import Spreadsheet Data',
  },
  {
    point: 2,
    says: '“Footer Link Structure”',
    test: [
      'e2e/create-project.e2e.ts',
      'shows the first link of a template with handlers and styles, and the browser refuses nothing',
    ],
    shows: 'Footer Link Structure',
  },
  {
    point: 2,
    says: '“Primary Images”',
    test: [
      'web/features/projects/detail/primary-images.test.tsx',
      'shows Primary Images with their sizes, each loaded when it is scrolled to',
    ],
    shows: 'Primary Images',
  },
  {
    point: 2,
    says: '“Save Project”',
    test: ['e2e/save-project.e2e.ts', 'closes Save while a fault stands, and says so next to it'],
    shows: 'Save Project',
  },
  {
    point: 2,
    says: '“Test Page”',
    test: ['e2e/save-project.e2e.ts', 'closes Save while a fault stands, and says so next to it'],
    shows: 'Test Page',
  },
  {
    point: 2,
    says: '“Confirm Action”',
    test: ['web/ui/dialogs.test.tsx', 'asks under "Confirm Action", with No left of Yes'],
    shows: 'Confirm Action',
  },
  {
    point: 2,
    says: '“Please Wait”',
    test: ['web/ui/dialogs.test.tsx', 'says "Please Wait" while busy and cannot be left then'],
    shows: 'Please Wait',
  },
  {
    point: 2,
    says: '“Delete Project”',
    test: [
      'e2e/edit-project.e2e.ts',
      'is deleted after a question, with the server’s message, and leads to the list',
    ],
    shows: 'Delete Project',
  },
  {
    point: 2,
    says: '“Saving...”',
    test: [
      'web/features/projects/form/primary-section.test.tsx',
      'are optional, and the form waits for those that are on their way',
    ],
    shows: 'Saving...',
  },
  {
    point: 2,
    says: '“Testing...”',
    test: ['web/features/projects/form/create-project-send.test.tsx', 'says "Testing..." while it is begun'],
    shows: 'Testing...',
  },
  {
    point: 2,
    says: '“Error Fetching The Project Data”',
    test: [
      'web/features/projects/form/project-edit-page.test.tsx',
      'because its address names no number: %s',
    ],
    shows: 'Error Fetching The Project Data',
  },
  {
    point: 2,
    says: '“Landing Pages XML”',
    test: ['web/features/projects/detail/run-report.test.tsx', 'a single one has no order'],
    shows: 'Landing Pages XML',
  },
  {
    point: 2,
    says: '“Review at client server”',
    test: [
      'web/features/projects/detail/project-page.test.tsx',
      'the verdict is first, then parts, links and steps',
    ],
    shows: 'Review at client server',
  },
  {
    point: 2,
    says: '“Download all Images”',
    test: ['e2e/geocoder.e2e.ts', 'leads from the choice to the opened zip'],
    shows: 'Download all Images',
  },
  {
    point: 2,
    says: '“Edit Tutorial”',
    test: [
      'web/features/tutorials/tutorial-forms.test.tsx',
      'an edit shows what is stored, says that it was saved, and stays',
    ],
    shows: 'Edit Tutorial',
  },
  {
    point: 2,
    says: '“Tutorial description”',
    test: [
      'e2e/tutorials.e2e.ts',
      'is created once with its preview, watched after a click, and left without its preview',
    ],
    shows: 'Tutorial description',
  },
  {
    point: 2,
    says: '“Link to video”',
    test: [
      'e2e/tutorials.e2e.ts',
      'is created once with its preview, watched after a click, and left without its preview',
    ],
    shows: 'Link to video',
  },
  {
    point: 2,
    says: '“Difficulty level”',
    test: [
      'web/features/tutorials/tutorial-forms.test.tsx',
      'an edit shows what is stored, says that it was saved, and stays',
    ],
    shows: 'Difficulty level',
  },
  {
    point: 2,
    says: '“Preview Image”',
    test: [
      'web/features/tutorials/tutorial-forms.test.tsx',
      'a preview image that is removed before the save is deleted on the server',
    ],
    shows: 'Preview Image',
  },
  {
    point: 2,
    says: '“Save Tutorial”',
    test: [
      'web/features/tutorials/tutorial-forms.test.tsx',
      'a description needs 8 characters, and the message says 15: %s',
    ],
    shows: 'Save Tutorial',
  },
  {
    point: 2,
    says: '“Create Agency”',
    test: [
      'web/features/agencies/agency-forms.test.tsx',
      'an agency needs a name and a main admin, and its form leads to the agencies after two seconds',
    ],
    shows: 'Create Agency',
  },
  { point: 2, says: '“Main Admin”' },
  {
    point: 2,
    says: '“Not Active”',
    test: [
      'web/features/agencies/agency-forms.test.tsx',
      'the status of an agency is active or not active at first; editing offers deleted, too, and stays',
    ],
    shows: 'Not Active',
  },
  {
    point: 2,
    says: '“Edit Agency”',
    test: [
      'web/features/agencies/agency-forms.test.tsx',
      'the status of an agency is active or not active at first; editing offers deleted, too, and stays',
    ],
    shows: 'Edit Agency',
  },
  {
    point: 2,
    says: '“Deleted”',
    test: [
      'web/features/agencies/agency-forms.test.tsx',
      'the status of an agency is active or not active at first; editing offers deleted, too, and stays',
    ],
    shows: 'Deleted',
  },
  {
    point: 2,
    says: '“Agency was successfully updated!”',
    test: [
      'web/features/agencies/agency-forms.test.tsx',
      'the status of an agency is active or not active at first; editing offers deleted, too, and stays',
    ],
    shows: 'Agency was successfully updated!',
  },
  {
    point: 2,
    says: '“Reset Password”',
    test: ['web/features/account/reset-password.test.tsx', 'a refusal shows %s'],
    shows: 'Reset Password',
  },
  {
    point: 2,
    says: '“New Password”',
    test: [
      'web/features/account/reset-password.test.tsx',
      'a new password is shown as it is typed, and leads to the sign-in after two seconds',
    ],
    shows: 'New Password',
  },
  {
    point: 2,
    says: '“Confirm Password”',
    test: [
      'web/features/account/reset-password.test.tsx',
      'a new password is shown as it is typed, and leads to the sign-in after two seconds',
    ],
    shows: 'Confirm Password',
  },
  {
    point: 2,
    says: '“Login Back as superadmin”',
    test: [
      'web/app/shell.test.tsx',
      'a superadmin who is signed in as another user gets back to their own account',
    ],
    shows: 'Login Back as superadmin',
  },
  {
    point: 4,
    says: '“Project was successfully added!”',
    test: [
      'e2e/save-project.e2e.ts',
      'asks for what is missing, then adds the project once and opens it after four seconds',
    ],
    shows: 'Project was successfully added!',
  },
  {
    point: 4,
    says: '“Your output XML file is larger than 10MB. Would you like us to split it into multiple files for an easier upload?”',
    test: [
      'web/features/projects/detail/project-page.test.tsx',
      'the split question answered with %s saves the same fields with %s',
    ],
    shows:
      'Your output XML file is larger than 10MB. Would you like us to split it into multiple files for an easier upload?',
  },
  {
    point: 4,
    says: '“Project was successfully updated!”',
    test: [
      'web/features/projects/form/project-edit-page.test.tsx',
      'of large output asks; %s sends the same with %s and the newest revision',
    ],
    shows: 'Project was successfully updated!',
  },
  {
    point: 4,
    says: '“Test was successfully started!”',
    test: [
      'web/features/projects/form/create-project-send.test.tsx',
      'brings the seed page to the draft first, then the fields, and opens the project after two seconds',
    ],
    shows: 'Test was successfully started!',
  },
  {
    point: 4,
    says: '“Tutorial was successfully added!”',
    test: [
      'web/features/tutorials/tutorial-forms.test.tsx',
      'a new tutorial lists what is missing, and leads to the tutorials after four seconds',
    ],
    shows: 'Tutorial was successfully added!',
  },
  {
    point: 4,
    says: '“Tutorial was successfully updated!”',
    test: [
      'web/features/tutorials/tutorial-forms.test.tsx',
      'an edit shows what is stored, says that it was saved, and stays',
    ],
    shows: 'Tutorial was successfully updated!',
  },
  {
    point: 5,
    says: '“Invalid domain”',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'an invalid name is reported when its field is left, and on Enter; a change clears it',
    ],
    shows: 'Invalid domain',
  },
  {
    point: 5,
    says: '“Please enter a valid domain”',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'an invalid name is reported when its field is left, and on Enter; a change clears it',
    ],
    shows: 'Please enter a valid domain',
  },
  {
    point: 5,
    says: '“Title is required”',
    test: [
      'e2e/save-project.e2e.ts',
      'asks for what is missing, then adds the project once and opens it after four seconds',
    ],
    shows: 'Title is required',
  },
  {
    point: 5,
    says: '“Enter a valid URL”',
    test: [
      'e2e/tutorials.e2e.ts',
      'is created once with its preview, watched after a click, and left without its preview',
    ],
    shows: 'Enter a valid URL',
  },
  {
    point: 5,
    says: '“Seed Page is required”',
    test: [
      'e2e/save-project.e2e.ts',
      'asks for what is missing, then adds the project once and opens it after four seconds',
    ],
    shows: 'Seed Page is required',
  },
  {
    point: 5,
    says: '“Either Google Sheet Link or Manual Spreadsheet Data is required”',
    test: [
      'e2e/save-project.e2e.ts',
      'asks for what is missing, then adds the project once and opens it after four seconds',
    ],
    shows: 'Either Google Sheet Link or Manual Spreadsheet Data is required',
  },
  {
    point: 5,
    says: '“Only CSV files are allowed for Wix projects”',
    test: ['web/features/projects/form/platforms.test.tsx', 'of a Wix project is a CSV'],
    shows: 'Only CSV files are allowed for Wix projects',
  },
  {
    point: 5,
    says: '“Only XML files are allowed”',
    test: [
      'web/features/projects/form/form-panels.test.tsx',
      'that is %s is refused in the fixed words; what was there stays, and the next good one takes them away',
    ],
    shows: 'Only XML files are allowed',
  },
  {
    point: 5,
    says: '“0 Bytes”',
    test: ['web/ui/format-figure.test.ts', '%i bytes read %s'],
    shows: '0 Bytes',
  },
  {
    point: 5,
    says: '“Tutorial description is required”',
    test: [
      'web/features/tutorials/tutorial-forms.test.tsx',
      'a new tutorial lists what is missing, and leads to the tutorials after four seconds',
    ],
    shows: 'Tutorial description is required',
  },
  {
    point: 5,
    says: '“Tutorial description must be at least 15 characters”',
    test: [
      'web/features/tutorials/tutorial-forms.test.tsx',
      'a description needs 8 characters, and the message says 15: %s',
    ],
    shows: 'Tutorial description must be at least 15 characters',
  },
  {
    point: 5,
    says: '“Link to video is required”',
    test: [
      'web/features/tutorials/tutorial-forms.test.tsx',
      'a new tutorial lists what is missing, and leads to the tutorials after four seconds',
    ],
    shows: 'Link to video is required',
  },
  {
    point: 5,
    says: '“Name is required!”',
    test: [
      'web/features/agencies/agency-forms.test.tsx',
      'an agency needs a name and a main admin, and its form leads to the agencies after two seconds',
    ],
    shows: 'Name is required!',
  },
  {
    point: 5,
    says: '“Main Admin is required!”',
    test: [
      'web/features/agencies/agency-forms.test.tsx',
      'an agency needs a name and a main admin, and its form leads to the agencies after two seconds',
    ],
    shows: 'Main Admin is required!',
  },
  {
    point: 5,
    says: '“Password is required”',
    test: ['web/features/account/reset-password.test.tsx', 'each fault is shown at its field'],
    shows: 'Password is required',
  },
  {
    point: 5,
    says: '“Password must be at least 8 characters”',
    test: ['web/features/account/reset-password.test.tsx', 'each fault is shown at its field'],
    shows: 'Password must be at least 8 characters',
  },
  {
    point: 5,
    says: '“Confirm Password is required”',
    test: ['web/features/account/reset-password.test.tsx', 'each fault is shown at its field'],
    shows: 'Confirm Password is required',
  },
  {
    point: 5,
    says: '“Passwords must match”',
    test: ['web/features/account/reset-password.test.tsx', 'each fault is shown at its field'],
    shows: 'Passwords must match',
  },
  {
    point: 8,
    says: '“Failed to fetch user data”',
    test: ['web/client/store.test.ts', 'user data that fails says %s'],
    shows: 'Failed to fetch user data',
  },
  {
    point: 8,
    says: '“An error occurred”',
    test: [
      'web/features/projects/form/create-project-send.test.tsx',
      'whose answer was lost is sent again under the same key, so that it makes no second project',
    ],
    shows: 'An error occurred',
  },
  {
    point: 8,
    says: '“Failed to add domain:”',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'a domain that cannot be added says so in the fixed words',
    ],
    shows: 'Failed to add domain:',
  },
  {
    point: 8,
    says: '“Failed to save domain:”',
    test: ['web/features/domains/domain-forms.test.tsx', 'a save that fails shows %s'],
    shows: 'Failed to save domain:',
  },
  { point: 8, says: '“Failed to fetch project”' },
  {
    point: 8,
    says: '“Failed to fetch tutorial”',
    test: [
      'web/features/tutorials/tutorial-forms.test.tsx',
      'a tutorial that cannot be loaded says so in the fixed words',
    ],
    shows: 'Failed to fetch tutorial',
  },
  {
    point: 8,
    says: '“Failed to fetch agency”',
    test: ['web/features/agencies/agency-forms.test.tsx', 'an agency that cannot be loaded shows %s'],
    shows: 'Failed to fetch agency',
  },
  {
    point: 8,
    says: '“Failed to fetch project data”',
    test: [
      'web/features/projects/detail/project-page.test.tsx',
      'an address that names no number asks the server nothing: %s',
    ],
    shows: 'Failed to fetch project data',
  },
  {
    point: 8,
    says: '“Error uploading file. Please try again.”',
    test: [
      'web/features/projects/form/form-panels.test.tsx',
      'that cannot be read is under the fixed headline, with line and remedy',
    ],
    shows: 'Error uploading file. Please try again.',
  },
  {
    point: 8,
    says: '“Something went wrong”',
    test: [
      'web/features/tutorials/tutorial-forms.test.tsx',
      'a save that fails opens “Oops!” with the fixed text, lists the reason, and closes after 2000 ms',
    ],
    shows: 'Something went wrong',
  },
  {
    point: 8,
    says: '“Agency was successfully created”',
    test: [
      'web/features/agencies/agency-forms.test.tsx',
      'an agency needs a name and a main admin, and its form leads to the agencies after two seconds',
    ],
    shows: 'Agency was successfully created',
  },
  {
    point: 8,
    says: '“Password reset successfully!”',
    test: [
      'web/features/account/reset-password.test.tsx',
      'the token leaves the address at once, and a reload of the tab still has it',
    ],
    shows: 'Password reset successfully!',
  },
  {
    point: 8,
    says: '“An error occurred. Please try again.”',
    test: ['web/features/account/reset-password.test.tsx', 'a refusal shows %s'],
    shows: 'An error occurred. Please try again.',
  },
  {
    point: 8,
    says: '“No options”',
    test: [
      'web/kit/async-select.test.tsx',
      'a search that fails reports the server’s words and leaves no choices',
    ],
    shows: 'No options',
  },
  {
    point: 8,
    says: '“Select...”',
    test: [
      'web/kit/async-select.test.tsx',
      'opens with a click, is searched by typing and picked from with the keys',
    ],
    shows: 'Select...',
  },
  {
    point: 8,
    says: '“result(s) available”',
    test: [
      'web/kit/async-select.test.tsx',
      'opens with a click, is searched by typing and picked from with the keys',
    ],
    shows: 'results available',
  },
  {
    point: 8,
    says: '“Something Went Wrong, Please Try Again Later”',
    test: ['web/ui/gallery.test.tsx', 'says of an image that answers %i: %s'],
    shows: 'Something Went Wrong, Please Try Again Later',
  },
  {
    point: 8,
    says: '“Image Not Found”',
    test: ['web/ui/gallery.test.tsx', 'says of an image that answers %i: %s'],
    shows: 'Image Not Found',
  },
  {
    point: 8,
    says: '“HTML Element Not Found”',
    test: ['web/ui/gallery.test.tsx', 'says "HTML Element Not Found" when the image was removed meanwhile'],
    shows: 'HTML Element Not Found',
  },
  {
    point: 8,
    says: '“Error Loading AJAX : Not Found”',
    test: [
      'web/ui/gallery.test.tsx',
      'says "Error Loading AJAX : Not Found" when there are no fresh addresses any more',
    ],
    shows: 'Error Loading AJAX : Not Found',
  },
  {
    point: 8,
    says: '“Error Loading AJAX : Forbidden”',
    test: ['web/ui/gallery.test.tsx', 'says of an image that answers %i: %s'],
    shows: 'Error Loading AJAX : Forbidden',
  },
  {
    point: 8,
    says: '“Error Loading Page”',
    test: [
      'e2e/gallery.deep.e2e.ts',
      'a gallery whose code does not come says "Error Loading Page", and the page stays as it is',
    ],
    shows: 'Error Loading Page',
  },
  {
    point: 8,
    says: '“Loading chunk”',
    test: [
      'web/client/lazy-with-timeout.test.ts',
      'a part that does not come within 120000 ms fails with the fixed words',
    ],
    shows: 'Loading chunk',
  },
  {
    point: 2,
    says: 'Screens behind the sign-in lead to the form without a token',
    test: ['web/app/routes.test.tsx', 'sends those who are not signed in to /login and remembers the page'],
  },
  {
    point: 2,
    says: 'The agency list and all users open for administrators only',
    test: [
      'web/app/screens.test.tsx',
      'a screen of administrators opens for them and says to others that it is not theirs',
    ],
  },
  {
    point: 2,
    says: 'An error of a route shows status and status text',
    test: ['web/app/message-pages.test.tsx', 'of an answer shows status and status text: %i %s'],
  },
  {
    point: 2,
    says: 'An error of a route shows the message',
    test: ['web/app/message-pages.test.tsx', '%s shows the message under the fixed heading'],
  },
  {
    point: 2,
    says: 'The header is 77 px high',
    test: ['web/app/shell.test.tsx', 'are in a header of 77 px and a sidebar of 339 px'],
  },
  { point: 2, says: 'The sidebar is 339 px wide in the browser' },
  {
    point: 2,
    says: 'The group Navigate has Dashboard, Projects, Tutorials, Resources',
    test: ['web/app/shell.test.tsx', 'are those that exist, the present one marked, the projects counted'],
  },
  {
    point: 2,
    says: 'Only administrators see the group Administrator: All Users, Agencies',
    test: ['web/app/shell.test.tsx', 'have the group Administrator for the role %s'],
  },
  {
    point: 2,
    says: 'On narrow screens a button opens the sidebar',
    test: [
      'web/app/shell.test.tsx',
      'on a narrow screen are in a drawer that a button opens and a choice closes',
    ],
  },
  {
    point: 2,
    says: 'The breadcrumb begins with Dashboard',
    test: [
      'web/app/shell.test.tsx',
      'are a breadcrumb above the page that begins with Dashboard; its last part is plain text',
    ],
  },
  {
    point: 2,
    says: 'Every crumb but the last is a link to its part of the path',
    test: [
      'web/app/breadcrumb.rules.test.ts',
      'every crumb but the last leads to the path up to its segment',
    ],
  },
  {
    point: 2,
    says: 'Each segment of the path is a capitalized crumb',
    test: ['web/app/breadcrumb.rules.test.ts', 'segments of several words are capitalized'],
  },
  {
    point: 2,
    says: 'A project reads Projects > {id}',
    test: [
      'web/app/breadcrumb.rules.test.ts',
      'a project reads Projects > {id} behind the dashboard, and its last crumb is plain text',
    ],
  },
  {
    point: 2,
    says: 'The carousel turns every 5000 ms',
    test: ['web/features/account/promo-carousel.test.tsx', 'turns after 5000 ms'],
  },
  { point: 2, says: 'A slide takes 1000 ms' },
  {
    point: 2,
    says: 'The carousel stands while it is hovered',
    test: [
      'web/features/account/promo-carousel.test.tsx',
      'stands as long as the pointer is over it, and goes on 5000 ms after that',
    ],
  },
  {
    point: 2,
    says: 'The carousel has dots, no arrows, and goes round',
    test: ['e2e/motion.deep.e2e.ts', 'turns the slides next to the sign-in form until Pause is pressed'],
  },
  {
    point: 2,
    says: 'The feedback dialog is titled by its kind and closes after 2000 ms',
    test: ['web/ui/dialogs.test.tsx', 'of kind %s is titled %s, says the message and closes after 2000 ms'],
  },
  {
    point: 2,
    says: 'A failed save opens the error variant',
    test: [
      'web/features/tutorials/tutorial-forms.test.tsx',
      'a save that fails opens “Oops!” with the fixed text, lists the reason, and closes after 2000 ms',
    ],
  },
  {
    point: 2,
    says: 'Five clicks on the screw end the maintenance screen',
    test: [
      'web/app/maintenance.test.tsx',
      'says until when, and five clicks on the screw in the corner end it',
    ],
  },
  {
    point: 2,
    says: 'Maintenance is off by default',
    test: ['web/app/maintenance.test.tsx', 'is not shown while maintenance is off'],
  },
  {
    point: 2,
    says: 'The search matches any part of a name in any case',
    test: [
      'web/app/search-box.test.tsx',
      'finds by any part of the name, in any case, in the order of the list',
    ],
  },
  {
    point: 2,
    says: 'Picking a result opens the page and clears the box',
    test: ['web/app/search-box.test.tsx', 'picking with the pointer goes to the page and clears the box'],
  },
  {
    point: 2,
    says: 'The search list is fixed, without Agencies and All Users for users',
    test: [
      'web/app/screens.test.tsx',
      'the search list has the order of the specification and leaves out what administrates',
    ],
  },
  { point: 2, says: 'The list of results is about 10rem high at most' },
  {
    point: 2,
    says: 'The platforms to choose: Geocoder, WordPress, HubSpot, Drupal, Wix',
    test: [
      'web/features/projects/list/select-project-type-page.test.tsx',
      'shows the platforms in their order, each to be chosen',
    ],
  },
  {
    point: 2,
    says: 'A chosen platform is stored as selectedProjectType and opens the form',
    test: [
      'web/features/projects/list/select-project-type-page.test.tsx',
      'choosing by %s stores the type and opens the form',
    ],
  },
  {
    point: 2,
    says: 'Add Domain is disabled until the name is valid',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'a domain is added once it is valid, and the form leads to the domains after two seconds',
    ],
  },
  {
    point: 2,
    says: 'A new domain leads to /domains after 2 s',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'a domain is added once it is valid, and the form leads to the domains after two seconds',
    ],
  },
  {
    point: 2,
    says: 'Edit Domain fills in what is stored',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'the edit form checks nothing, fills in what is stored, and leads to the domains after two seconds',
    ],
  },
  {
    point: 2,
    says: 'The name of a domain can be edited',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'the edit form checks nothing, fills in what is stored, and leads to the domains after two seconds',
    ],
  },
  {
    point: 2,
    says: 'A saved domain leads to /domains after 2 s',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'the edit form checks nothing, fills in what is stored, and leads to the domains after two seconds',
    ],
  },
  {
    point: 2,
    says: 'The sections of the project form depend on the platform',
    test: [
      'web/features/projects/form/create-project-send.test.tsx',
      'the form of a WordPress project has the fixed sections, fields and buttons, and no others',
    ],
  },
  {
    point: 2,
    says: 'Site base URL is asked for Drupal only',
    test: ['e2e/platforms.e2e.ts', '$name goes from the choice to the download'],
  },
  {
    point: 2,
    says: 'The confirmation is titled Confirm Action, with Yes and No',
    test: ['web/ui/dialogs.test.tsx', 'asks under "Confirm Action", with No left of Yes'],
  },
  {
    point: 2,
    says: 'The confirmation says Please Wait while busy',
    test: ['web/ui/dialogs.test.tsx', 'says "Please Wait" while busy and cannot be left then'],
  },
  {
    point: 2,
    says: 'Changing the type clears images and seed',
    test: ['e2e/geocoder-images.deep.e2e.ts', 'changing the type clears images and seed'],
  },
  { point: 2, says: 'The title of an edited project is read-only' },
  {
    point: 2,
    says: 'Test Page reads Testing... and is disabled meanwhile',
    test: ['web/features/projects/form/create-project-send.test.tsx', 'says "Testing..." while it is begun'],
  },
  {
    point: 2,
    says: 'The project page shows links, files, review and images',
    test: [
      'web/features/projects/detail/project-page.test.tsx',
      'the verdict is first, then parts, links and steps',
    ],
  },
  {
    point: 2,
    says: 'The gallery has zoom, thumbnails and a slideshow',
    test: [
      'web/features/projects/detail/primary-images.test.tsx',
      'offers a slideshow of two images or more',
    ],
  },
  {
    point: 2,
    says: 'The preview image of a tutorial can be removed',
    test: [
      'web/features/tutorials/tutorial-forms.test.tsx',
      'a preview image that is removed before the save is deleted on the server',
    ],
  },
  {
    point: 2,
    says: 'Save is disabled while an agency is submitted',
    test: ['web/kit/form-page.test.tsx', 'has Save disabled while it is sent, and gives it the focus back'],
  },
  {
    point: 2,
    says: 'Every other form disables its button while it is sent',
    test: [
      'web/kit/submit-button.test.ts',
      'each form of the application is sent by the button that is disabled while it is sent',
    ],
  },
  {
    point: 2,
    says: 'A created agency leads to /agencies after 2 s',
    test: [
      'web/features/agencies/agency-forms.test.tsx',
      'an agency needs a name and a main admin, and its form leads to the agencies after two seconds',
    ],
  },
  {
    point: 2,
    says: 'A saved agency stays',
    test: [
      'web/features/agencies/agency-forms.test.tsx',
      'the status of an agency is active or not active at first; editing offers deleted, too, and stays',
    ],
  },
  {
    point: 2,
    says: 'An agency that cannot be loaded reads Error: {message}',
    test: ['web/features/agencies/agency-forms.test.tsx', 'an agency that cannot be loaded shows %s'],
  },
  {
    point: 2,
    says: 'A new password is shown as plain text',
    test: [
      'web/features/account/reset-password.test.tsx',
      'a new password is shown as it is typed, and leads to the sign-in after two seconds',
    ],
  },
  {
    point: 2,
    says: 'A new password leads to /login after 2 s',
    test: [
      'web/features/account/reset-password.test.tsx',
      'a new password is shown as it is typed, and leads to the sign-in after two seconds',
    ],
  },
  {
    point: 2,
    says: 'The button in the header restores the superadmin’s session',
    test: [
      'web/app/shell.test.tsx',
      'a superadmin who is signed in as another user gets back to their own account',
    ],
  },
  {
    point: 3,
    says: 'Local storage holds the keys that are specified, and no others',
    test: ['web/app/session-tabs.test.tsx', 'is under the keys of the specification and no others'],
  },
  {
    point: 3,
    says: 'Images is shown as Geocoder',
    test: ['web/features/domains/domain-forms.test.tsx', 'shows Images as Geocoder'],
  },
  {
    point: 3,
    says: 'A project is fetched as an array of one',
    test: [
      'server/features/projects/projects.test.ts',
      'makes the pages of all rows, and is shown as an array of one',
    ],
  },
  {
    point: 3,
    says: 'Three notifications are seeded',
    test: [
      'server/features/account/sign-up.test.ts',
      'makes one account, with its three welcome notes, of an address that comes twice at once, in any case',
    ],
  },
  {
    point: 3,
    says: 'Slices agency and myAgency (list, loading, error, meta, user)',
    test: [
      'web/client/store.test.ts',
      'the slice myAgency holds list, meta and who asks, and the slice agency the one that was opened',
    ],
  },
  {
    point: 3,
    says: 'Slices counter and avatarUpdateTrigger',
    test: [
      'web/client/store.test.ts',
      'the counter follows the unread notifications, and the trigger counts requests for the picture',
    ],
  },
  {
    point: 4,
    says: 'A 401 clears the user data and leads to /login',
    test: [
      'e2e/session.e2e.ts',
      'that ended on the server leads to the form, and from there back to the page',
    ],
  },
  {
    point: 4,
    says: 'User data: idle, loading, succeeded',
    test: [
      'web/client/store.test.ts',
      'user data goes from idle, loading to succeeded, and is kept for the next start',
    ],
  },
  {
    point: 4,
    says: 'User data: failed with a message',
    test: ['web/client/store.test.ts', 'user data that fails says %s'],
  },
  {
    point: 4,
    says: 'updateUserData merges; clearUserData empties',
    test: [
      'web/client/store.test.ts',
      'an update merges fields and counts as succeeded; the end of the session empties all',
    ],
  },
  {
    point: 4,
    says: 'List slices: pending, fulfilled, rejected',
    test: [
      'web/client/store.test.ts',
      'a list slice clears its error when pending, stores rows when fulfilled, and the answer when rejected',
    ],
  },
  {
    point: 4,
    says: 'An agency is created active or not active; editing offers deleted',
    test: [
      'web/features/agencies/agency-forms.test.tsx',
      'the status of an agency is active or not active at first; editing offers deleted, too, and stays',
    ],
  },
  {
    point: 4,
    says: 'Logging out cancels the project, then the session, then clears the storage',
    test: ['web/app/shell.test.tsx', 'is left by Log out, %s: draft, session, storage, then the form'],
  },
  {
    point: 4,
    says: 'A saved project opens after 4 s',
    test: [
      'e2e/save-project.e2e.ts',
      'asks for what is missing, then adds the project once and opens it after four seconds',
    ],
  },
  {
    point: 4,
    says: 'A split file asks; the answer is sent as 2 or 0',
    test: [
      'web/features/projects/form/project-edit-page.test.tsx',
      'of large output asks; %s sends the same with %s and the newest revision',
    ],
  },
  {
    point: 4,
    says: 'A test opens the project after 2 s',
    test: [
      'web/features/projects/form/create-project-send.test.tsx',
      'brings the seed page to the draft first, then the fields, and opens the project after two seconds',
    ],
  },
  {
    point: 4,
    says: 'Deleting shows the server’s message and leads to the list',
    test: [
      'e2e/edit-project.e2e.ts',
      'is deleted after a question, with the server’s message, and leads to the list',
    ],
  },
  {
    point: 4,
    says: 'Leaving makes the call that cancels the project',
    test: [
      'web/features/projects/form/create-project-page.test.tsx',
      'leaves an untouched form at once, by the call cancel-project',
    ],
  },
  {
    point: 4,
    says: 'An image upload shows a spinner over the image',
    test: ['web/kit/image-field.test.tsx', 'while an image is uploaded a spinner lies over the old one'],
  },
  {
    point: 4,
    says: 'A new tutorial leads to the list after 4 s',
    test: [
      'web/features/tutorials/tutorial-forms.test.tsx',
      'a new tutorial lists what is missing, and leads to the tutorials after four seconds',
    ],
  },
  {
    point: 4,
    says: 'A saved tutorial stays',
    test: [
      'web/features/tutorials/tutorial-forms.test.tsx',
      'an edit shows what is stored, says that it was saved, and stays',
    ],
  },
  {
    point: 4,
    says: 'Toasts can be closed',
    test: ['web/ui/toast.test.tsx', 'is closed by its button, which says what it does'],
  },
  {
    point: 5,
    says: 'The form of a new domain refuses an invalid name; a change clears the message',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'an invalid name is reported when its field is left, and on Enter; a change clears it',
    ],
  },
  {
    point: 5,
    says: 'The edit form of a domain validates nothing',
    test: [
      'web/features/domains/domain-forms.test.tsx',
      'the edit form checks nothing, fills in what is stored, and leads to the domains after two seconds',
    ],
  },
  { point: 5, says: 'Domain labels of 1 to 63 characters, a last part of 2 to 63 letters' },
  {
    point: 5,
    says: 'Images above 5242880 bytes are dropped silently',
    test: [
      'web/features/projects/form/images-section.test.tsx',
      'above 5,242,880 bytes, and other files, are dropped silently: a quiet count is all',
    ],
  },
  {
    point: 5,
    says: 'File sizes in KB below 1 MB, otherwise MB, two decimals',
    test: ['web/ui/format-figure.test.ts', '%i bytes read %s'],
  },
  {
    point: 5,
    says: 'A tutorial description needs 8 characters; the message says 15',
    test: [
      'web/features/tutorials/tutorial-forms.test.tsx',
      'a description needs 8 characters, and the message says 15: %s',
    ],
  },
  {
    point: 5,
    says: 'The main admin is searched from 2 characters, and at first with none',
    test: [
      'web/kit/async-select.test.tsx',
      'asks the server at once for the first choices, and from two characters on',
    ],
  },
  {
    point: 5,
    says: 'Faults show once a field was left',
    test: [
      'web/kit/use-form.test.tsx',
      'a required field that is left empty says so, once the click that leaves it is over',
    ],
  },
  {
    point: 6,
    says: 'Calls carry the token of the session',
    test: [
      'web/client/call-session.test.ts',
      'a call of a signed-in person carries the token, a public one does not',
    ],
  },
  {
    point: 6,
    says: 'Each route lets in exactly those whom its table names',
    test: ['server/http/access.test.ts', 'let in exactly those whom the table names (F1)'],
  },
  {
    point: 6,
    says: 'Only a superadmin signs in as another user',
    test: ['server/http/access.test.ts', 'let in exactly those whom the table names (F1)'],
  },
  {
    point: 8,
    says: 'The log of a 401 says unauthorized access',
    test: [
      'web/client/call-session.test.ts',
      'ends the session, says so in the log, and still reaches the caller',
    ],
  },
  {
    point: 8,
    says: 'The log says no access token where there was none',
    test: [
      'web/client/call-session.test.ts',
      'without a token nothing is sent, and the log says that there was none',
    ],
  },
  {
    point: 8,
    says: 'A failed list stores the body of the error',
    test: [
      'web/client/store.test.ts',
      'a list slice clears its error when pending, stores rows when fulfilled, and the answer when rejected',
    ],
  },
  {
    point: 8,
    says: 'A failed search for the main admin is a toast and an empty list',
    test: [
      'web/kit/async-select.test.tsx',
      'a search that fails reports the server’s words and leaves no choices',
    ],
  },
  {
    point: 8,
    says: '“Loading...” in place of the options of an earlier text',
    test: [
      'web/kit/async-select.test.tsx',
      '“Loading...” takes the place of the options of an earlier text until the answer is there',
    ],
  },
  {
    point: 9,
    says: 'XML above 10 MB asks whether to split',
    test: [
      'server/features/projects/projects.test.ts',
      'is asked about where it is larger than 10 MB, and split when the answer is 2',
    ],
  },
  {
    point: 9,
    says: 'A chunk that does not come is given up after 120000 ms',
    test: [
      'web/client/lazy-with-timeout.test.ts',
      'a part that does not come within 120000 ms fails with the fixed words',
    ],
  },
  {
    point: 9,
    says: 'The loader is 80 by 80 in #FE6432',
    test: ['web/ui/loader.test.tsx', 'the loader is 80 by 80 in #FE6432'],
  },
  {
    point: 9,
    says: 'Gallery: slideshow 3000 ms',
    test: ['web/ui/gallery.test.tsx', 'turns the slideshow after 3000 ms, and not before the image is there'],
  },
  {
    point: 9,
    says: 'Gallery: idle after 3500 ms',
    test: ['web/ui/gallery.test.tsx', 'hides its buttons 3500 ms after the last movement'],
  },
  {
    point: 9,
    says: 'Gallery: compact below 578 px, 50 ms after a resize',
    test: [
      'web/ui/gallery.test.tsx',
      'is compact below 578 px, which it notices 50 ms after the last change of the size',
    ],
  },
  {
    point: 9,
    says: 'Gallery: preload 1',
    test: ['web/ui/gallery.test.tsx', 'preloads one image to each side'],
  },
  {
    point: 9,
    says: 'Gallery: friction 0.12',
    test: ['web/ui/gallery.test.tsx', 'slows down by a friction of 0.12 for each frame'],
  },
  {
    point: 9,
    says: 'Gallery: thumbnails from 2 images',
    test: ['web/ui/gallery.test.tsx', 'has thumbnails from two images on'],
  },
  {
    point: 9,
    says: 'Gallery: spinner after 250 ms',
    test: ['web/ui/gallery.test.tsx', 'shows a spinner for an image that takes longer than 250 ms'],
  },
  {
    point: 9,
    says: 'Gallery: one step in 150 ms',
    test: ['web/ui/gallery.test.tsx', 'takes one step in 150 ms'],
  },
  {
    point: 9,
    says: 'Selects: pages of 5',
    test: ['web/kit/async-select.test.tsx', 'PageDown and PageUp move by five'],
  },
  {
    point: 9,
    says: 'Selects: at most 300 and at least 140 high',
    test: ['web/kit/async-select.test.tsx', 'has a max menu height of 300 and a min of 140'],
  },
];
