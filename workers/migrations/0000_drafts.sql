CREATE TABLE `drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`revision` integer NOT NULL,
	`blueprint` text NOT NULL,
	`artifact` text NOT NULL,
	`warnings` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `drafts_expires_at` ON `drafts` (`expires_at`);--> statement-breakpoint
CREATE INDEX `drafts_blueprint` ON `drafts` (`blueprint`);--> statement-breakpoint
CREATE INDEX `drafts_artifact` ON `drafts` (`artifact`);--> statement-breakpoint
CREATE INDEX `drafts_warnings` ON `drafts` (`warnings`);--> statement-breakpoint
CREATE TABLE `secrets` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`name` text NOT NULL,
	`sealed` text NOT NULL,
	`origins` text NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `secrets_owner_name` ON `secrets` (`owner`,`name`);