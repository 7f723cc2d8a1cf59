CREATE TABLE `project_tests` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`revision` integer NOT NULL,
	`test` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `project_tests_project` ON `project_tests` (`project`,`created_at`);--> statement-breakpoint
CREATE TABLE `test_results` (
	`project` text NOT NULL,
	`version` integer NOT NULL,
	`environment` text NOT NULL,
	`test` text NOT NULL,
	`revision` integer NOT NULL,
	`has_passed` integer NOT NULL,
	`reasons` text NOT NULL,
	`evidence` text,
	`milliseconds` integer NOT NULL,
	`ran_at` integer NOT NULL,
	PRIMARY KEY(`project`, `version`, `environment`, `test`)
);
--> statement-breakpoint
ALTER TABLE `projects` ADD `is_test_gated` integer DEFAULT false NOT NULL;