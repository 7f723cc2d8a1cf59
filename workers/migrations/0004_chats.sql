CREATE TABLE `turn_counts` (
	`who` text NOT NULL,
	`day` integer NOT NULL,
	`turns` integer NOT NULL,
	PRIMARY KEY(`who`, `day`)
);
--> statement-breakpoint
CREATE TABLE `point_blobs` (
	`draft` text NOT NULL,
	`part` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`draft`, `part`, `name`)
);
--> statement-breakpoint
CREATE INDEX `point_blobs_name` ON `point_blobs` (`name`);--> statement-breakpoint
DROP INDEX `drafts_owner`;--> statement-breakpoint
ALTER TABLE `drafts` ADD `title` text;--> statement-breakpoint
ALTER TABLE `drafts` ADD `visibility` text DEFAULT 'private' NOT NULL;--> statement-breakpoint
ALTER TABLE `drafts` ADD `tools` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `drafts` ADD `updated_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `drafts` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `drafts` ADD `version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `drafts_visibility` ON `drafts` (`visibility`,`updated_at`);--> statement-breakpoint
CREATE INDEX `drafts_owner` ON `drafts` (`owner`,`updated_at`);