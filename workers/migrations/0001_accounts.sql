CREATE TABLE `revocations` (
	`uid` text NOT NULL,
	`scope` text NOT NULL,
	`auth_time_seconds` integer NOT NULL,
	`revoked_at` integer NOT NULL,
	PRIMARY KEY(`uid`, `scope`, `auth_time_seconds`)
);
--> statement-breakpoint
CREATE INDEX `revocations_revoked_at` ON `revocations` (`revoked_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`uid` text NOT NULL,
	`auth_time_seconds` integer NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`synced_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_id_unique` ON `sessions` (`id`);--> statement-breakpoint
CREATE INDEX `sessions_uid` ON `sessions` (`uid`);--> statement-breakpoint
CREATE INDEX `sessions_expires_at` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`personal_uid` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`personal_uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_personal_uid_unique` ON `accounts` (`personal_uid`);--> statement-breakpoint
CREATE TABLE `members` (
	`account_id` text NOT NULL,
	`uid` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `uid`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `members_uid` ON `members` (`uid`);--> statement-breakpoint
CREATE TABLE `users` (
	`uid` text PRIMARY KEY NOT NULL,
	`email` text,
	`display_name` text,
	`photo_url` text,
	`provider` text NOT NULL,
	`is_email_verified` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`account_id` text PRIMARY KEY NOT NULL,
	`tier` text NOT NULL,
	`is_active` integer NOT NULL,
	`paid_until` integer,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`revision` integer NOT NULL,
	`blueprint` text NOT NULL,
	`artifact` text NOT NULL,
	`warnings` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer
);
--> statement-breakpoint
INSERT INTO `__new_drafts`("id", "owner", "revision", "blueprint", "artifact", "warnings", "created_at", "expires_at") SELECT "id", "owner", "revision", "blueprint", "artifact", "warnings", "created_at", "expires_at" FROM `drafts`;--> statement-breakpoint
DROP TABLE `drafts`;--> statement-breakpoint
ALTER TABLE `__new_drafts` RENAME TO `drafts`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `drafts_owner` ON `drafts` (`owner`);--> statement-breakpoint
CREATE INDEX `drafts_expires_at` ON `drafts` (`expires_at`);--> statement-breakpoint
CREATE INDEX `drafts_blueprint` ON `drafts` (`blueprint`);--> statement-breakpoint
CREATE INDEX `drafts_artifact` ON `drafts` (`artifact`);--> statement-breakpoint
CREATE INDEX `drafts_warnings` ON `drafts` (`warnings`);